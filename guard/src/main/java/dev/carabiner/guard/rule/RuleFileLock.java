package dev.carabiner.guard.rule;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The right to change a rule file, among the threads of this process and among the processes of this machine. It lies
 * on a companion file that is never renamed or deleted; the system gives it back when a process dies.
 */
final class RuleFileLock implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(3);
    private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

    private final ReentrantLock thread;
    private final FileChannel channel;

    private RuleFileLock(ReentrantLock thread, FileChannel channel) {
        this.thread = thread;
        this.channel = channel;
    }

    static RuleFileLock acquire(Path lockFile) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        ReentrantLock thread = IN_THIS_PROCESS.computeIfAbsent(lockFile, it -> new ReentrantLock());
        if (!thread.tryLock(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
            throw busy(lockFile);
        }
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    lockFile,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    OwnFiles.ownersOnly(lockFile));
            while (lock(channel) == null) {
                if (System.nanoTime() - deadline > 0) {
                    throw busy(lockFile);
                }
                Thread.sleep(PAUSE);
            }
            return new RuleFileLock(thread, channel);
        } catch (IOException | InterruptedException | RuntimeException e) {
            thread.unlock();
            if (channel != null) {
                channel.close();
            }
            throw e;
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // another copy of this class holds it
        }
    }

    private static RuleStoreException busy(Path lockFile) {
        return new RuleStoreException("The approval rules are being changed by somebody else: no lock on " + lockFile
                + " within " + PATIENCE.toSeconds() + " seconds");
    }

    /** Closing the channel gives the lock back. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            thread.unlock();
        }
    }
}
