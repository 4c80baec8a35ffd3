package dev.carabiner.scenarios;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A directory of its own for one case, thrown away with all that is in it. */
record Workplace(Path directory) implements AutoCloseable {

    /** @param files text by relative name */
    static Workplace with(Map<String, String> files) {
        try {
            Path directory = Files.createTempDirectory("carabiner-scenario").toRealPath();
            Workplace place = new Workplace(directory);
            for (Map.Entry<String, String> file : files.entrySet()) {
                Path path = directory.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.writeString(path, file.getValue());
            }
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Links are removed and not followed. */
    @Override
    public void close() {
        try {
            Files.walkFileTree(directory, new Removal());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path left, @Nullable IOException problem) throws IOException {
            if (problem != null) {
                throw problem;
            }
            Files.delete(left);
            return FileVisitResult.CONTINUE;
        }
    }
}
