package dev.carabiner.audit.log;

import dev.carabiner.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** Everything that changes the disk, so that a test can let each of it fail. */
interface Storage {

    /** Opens a file for writing at its end, wherever that is then; makes it, for the owner only, if it is not there. */
    LogChannel append(Path file) throws IOException;

    /** Writes over the beginning of a file; returns when that is on disk. */
    void overwrite(Path file, byte[] bytes) throws IOException;

    /** Replaces the target, at once and for good as soon as the directory is forced. */
    void move(Path from, Path to) throws IOException;

    void delete(Path file) throws IOException;

    /** Makes the names of files last. */
    void forceDirectory(Path directory) throws IOException;

    /** Makes a directory and those above it, and the names of all that are new last. */
    default void makeDirectories(Path directory) throws IOException {
        for (Path parent : PrivateFiles.makeDirectories(directory)) {
            forceDirectory(parent);
        }
    }

    /** Makes a file under another name first, so that once it has its own, all of it is on disk. */
    default void place(Path fresh, Path file, byte[] bytes, int count) throws IOException {
        delete(fresh);
        try (LogChannel channel = append(fresh)) {
            channel.write(bytes, 0, count);
            channel.force();
        }
        move(fresh, file);
        forceDirectory(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory"));
    }

    /** A file that grows. Not for use by two threads at once, except for {@link #force}. */
    interface LogChannel extends Closeable {

        void write(byte[] bytes, int from, int count) throws IOException;

        /** Returns when everything written is on disk. */
        void force() throws IOException;

        long size() throws IOException;

        void truncate(long size) throws IOException;
    }
}
