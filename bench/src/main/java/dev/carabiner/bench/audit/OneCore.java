package dev.carabiner.bench.audit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Confines a program to one core, its compiler and its garbage collector included. */
final class OneCore {
    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    private OneCore() {}

    /** What to put before its words; nothing where the system has no such program. */
    static List<String> words() {
        return available() ? List.of(TASKSET.toString(), "-c", lastAllowed()) : List.of();
    }

    static boolean available() {
        return Files.isExecutable(TASKSET) && Files.isReadable(STATUS);
    }

    /** The first is where systems like to put their interrupts. */
    private static String lastAllowed() {
        try {
            String list = Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()).strip())
                    .findFirst()
                    .orElse("0");
            String[] numbers = list.split("[-,]");
            return numbers[numbers.length - 1];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
