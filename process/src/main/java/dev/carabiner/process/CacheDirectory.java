package dev.carabiner.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where Carabiner keeps what can be made again: the caches of confined builds, and what it has found out about the system.
 * The system property {@code carabiner.cache} names another directory than {@code ~/.cache/carabiner}.
 */
final class CacheDirectory {

    /** Where the empty file was last; asked for with each command. */
    private static volatile @Nullable Path empty;

    private CacheDirectory() {}

    static Path path() {
        String chosen = System.getProperty("carabiner.cache", "");
        return chosen.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache", "carabiner")
                        .toAbsolutePath()
                : Path.of(chosen).toAbsolutePath();
    }

    /** A directory below it, made if it is missing; by its real path. */
    static Path directory(String name) {
        try {
            return Files.createDirectories(path().resolve(name)).toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException("The cache directory " + path() + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** An empty file, to stand for one that is hidden. */
    static Path emptyFile() {
        Path known = empty;
        if (known != null && known.startsWith(path()) && Files.isRegularFile(known)) {
            return known;
        }
        Path file = directory("sandbox").resolve("empty");
        try {
            if (!Files.isRegularFile(file)) {
                Files.write(file, new byte[0]);
            }
            empty = file;
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("The cache directory " + path() + " cannot be used: " + e.getMessage(), e);
        }
    }
}
