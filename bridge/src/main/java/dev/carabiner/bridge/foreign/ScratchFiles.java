package dev.carabiner.bridge.foreign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files that hooks expect and that there are none of here: an empty transcript, and a place for variables. */
final class ScratchFiles implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Path directory;

    /** The file of that name, empty when it is asked for the first time. */
    Path file(String name) {
        lock.lock();
        try {
            if (directory == null) {
                directory = Files.createTempDirectory("carabiner-hooks");
            }
            Path file = directory.resolve(name);
            return Files.exists(file) ? file : Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException("A file for a hook cannot be made", e);
        } finally {
            lock.unlock();
        }
    }

    /** Where the files are: a hook may write them. */
    List<Path> directories() {
        lock.lock();
        try {
            return directory == null ? List.of() : List.of(directory);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (directory != null) {
                delete(directory);
            }
            directory = null;
        } finally {
            lock.unlock();
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.getLogger(ScratchFiles.class.getName()).log(Logger.Level.DEBUG, "Files of hooks are left", e);
        }
    }
}
