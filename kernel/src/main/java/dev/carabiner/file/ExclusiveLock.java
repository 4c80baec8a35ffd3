package dev.carabiner.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lock that one holder has among all threads of this process and all processes of this machine. It lies on a file that
 * is there for this only, and is never renamed or deleted. The system gives the lock back when the process dies.
 */
public final class ExclusiveLock implements AutoCloseable {

    private static final Duration PAUSE = Duration.ofMillis(3);

    /**
     * Asked before the file is opened: the system's lock belongs to the process, and closing a second channel on the file
     * would give it up for the first as well.
     */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private ExclusiveLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock now. The directory of the file must exist; the file is made if it is missing.
     *
     * @throws LockedException if another holder has it
     */
    public static ExclusiveLock take(Path file) throws IOException {
        return take(file, PrivateFiles.READ_WRITE);
    }

    /**
     * Takes the lock now, on a file with these permissions at most. With {@link PrivateFiles#WRITE_ONLY}, nothing in this
     * process can give the lock up by reading the file and closing it.
     *
     * @throws LockedException if another holder has it
     */
    public static ExclusiveLock take(Path file, String permissions) throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory");
        Path real = directory.toRealPath().resolve(file.getFileName());
        if (!HELD_HERE.add(real)) {
            throw new LockedException(file, true);
        }
        try {
            return new ExclusiveLock(real, lockedChannel(real, permissions));
        } catch (IOException | RuntimeException e) {
            HELD_HERE.remove(real);
            throw e;
        }
    }

    /**
     * Waits for the lock. An interrupt does not end the waiting.
     *
     * @throws LockedException if another holder still has it after that time
     */
    public static ExclusiveLock await(Path file, Duration most) throws IOException {
        long deadline = System.nanoTime() + most.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return take(file);
                } catch (LockedException e) {
                    if (System.nanoTime() - deadline > 0) {
                        throw e;
                    }
                    interrupted |= pause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private static FileChannel lockedChannel(Path file, String permissions) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) { // to open a pipe could take for ever
            throw new FileSystemException(file.toString(), null, "is not a regular file");
        }
        tighten(file, permissions);
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PrivateFiles.attributes(file, permissions));
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
            if (!locked) {
                throw new LockedException(file, false);
            }
            return channel;
        } catch (OverlappingFileLockException e) { // by this class in another class loader
            throw new LockedException(file, true);
        } finally {
            if (!locked) {
                channel.close();
            }
        }
    }

    /** A file whose permissions cannot be changed can be locked all the same. */
    private static void tighten(Path file, String permissions) throws IOException {
        try {
            PrivateFiles.tighten(file, permissions);
        } catch (FileSystemException e) {
            System.getLogger(ExclusiveLock.class.getName())
                    .log(System.Logger.Level.DEBUG, "The permissions of a lock's file cannot be changed", e);
        }
    }

    /** Gives the lock back. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            HELD_HERE.remove(file);
        }
    }
}
