package dev.carabiner.bench.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Between two stretches: nothing is left of the one before, neither on the disk nor on its way there. */
final class Disk {
    private Disk() {}

    static Path empty(Path directory) throws IOException {
        delete(directory);
        return Files.createDirectories(directory);
    }

    static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Has the system write what is waiting, where it has a command for that. */
    static void settle() throws InterruptedException {
        System.gc();
        try {
            new ProcessBuilder(List.of("sync")).inheritIO().start().waitFor();
        } catch (IOException e) {
            Thread.sleep(500); // no such command: some of it will have been written meanwhile
        }
    }
}
