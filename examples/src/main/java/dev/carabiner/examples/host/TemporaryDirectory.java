package dev.carabiner.examples.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is gone when it is closed, with all that is in it. */
public record TemporaryDirectory(Path path) implements AutoCloseable {

    public static TemporaryDirectory create() throws IOException {
        return new TemporaryDirectory(
                Files.createTempDirectory("carabiner-example-").toRealPath());
    }

    @Override
    public void close() throws IOException {
        delete(path);
    }

    /** Links in it are removed, not followed. */
    static void delete(Path directory) throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(directory)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
