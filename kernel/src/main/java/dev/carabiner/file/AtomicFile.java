package dev.carabiner.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;

/** Changes a file as a whole: a reader, and a process that starts after a crash, finds the old content or the new. */
public final class AtomicFile {

    private AtomicFile() {}

    /**
     * Puts this content in the file's place; it is on disk when this returns. The new file is the owner's only. The caller
     * holds a lock, so that no other thread or process replaces the file at the same time.
     */
    public static void replace(Path file, byte[] content) throws IOException {
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        try {
            uninterrupted(() -> write(fresh, content));
            move(fresh, file);
        } finally {
            Files.deleteIfExists(fresh);
        }
        forceDirectory(Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory"));
    }

    private static void write(Path fresh, byte[] content) throws IOException {
        Files.deleteIfExists(fresh); // a process that died has left it
        try (FileChannel channel = FileChannel.open(
                fresh,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PrivateFiles.attributes(fresh, PrivateFiles.READ_WRITE))) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** Renames a file, in place of any other of the new name. A crash undoes it until the directory is forced. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Makes the names in a directory last. Where a directory cannot be opened for this, they last without it. */
    public static void forceDirectory(Path directory) throws IOException {
        if (PrivateFiles.isPosix(directory)) {
            uninterrupted(() -> {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                }
            });
        }
    }

    @FunctionalInterface
    private interface FileWork {

        void run() throws IOException;
    }

    /** A channel closes when its thread is interrupted; then the work is done again from the beginning. */
    private static void uninterrupted(FileWork work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    work.run();
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
