package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Note;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Signs checkpoints on a thread of its own, because a signature costs as much as a thousand records. While it signs one,
 * the log grows; the next is at whatever size the log has then. It forces what the writer has not, since a checkpoint must
 * never speak of records that a crash can still take away.
 */
final class Notary {

    private static final long BUFFERED_AT_MOST = Duration.ofMillis(40).toNanos();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final Condition signed = lock.newCondition();

    private final Storage.LogChannel sideFile;
    private final Consumer<Note> anchors;
    private final int everyRecords;
    private final long everyNanos;

    private @Nullable Head head;
    private long forced;
    private boolean wanted;
    private boolean closed;
    private boolean stopped;
    private @Nullable Throwable problem;
    private @Nullable Note last;
    private long lastTime = System.nanoTime();

    /** Continues after the last note of the side file, which is null if there is none. */
    Notary(Storage.LogChannel sideFile, @Nullable Note last, Consumer<Note> anchors, AuditLogOptions options) {
        this.sideFile = sideFile;
        this.last = last;
        this.anchors = anchors;
        this.everyRecords = options.checkpointRecords();
        this.everyNanos = options.checkpointInterval().toNanos();
    }

    /** The log has grown. Never waits for a signature. */
    void grown(Head newHead, boolean isForced, boolean worthACheckpoint) {
        lock.lock();
        try {
            head = newHead;
            forced = isForced ? newHead.size() : forced;
            wanted |= worthACheckpoint || newHead.size() - lastSize() >= everyRecords;
            news.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when a checkpoint of that size is on disk; everything must have been forced. */
    void signNow(Head newHead) throws InterruptedException {
        lock.lock();
        try {
            head = newHead;
            forced = newHead.size();
            wanted = true;
            news.signal();
            while (lastSize() < newHead.size() && !stopped) {
                signed.await();
            }
            if (lastSize() < newHead.size()) {
                String why = problem == null ? "the log is closed" : problem.getMessage();
                throw new AuditLogException("no checkpoint can be written: " + why, problem);
            }
        } finally {
            lock.unlock();
        }
    }

    private long lastSize() {
        return last == null ? 0 : last.size();
    }

    /** Until the log is closed and what was left is signed, or the disk fails. */
    void run() throws IOException, InterruptedException {
        try {
            for (Head next = next(); next != null; next = next()) {
                serve(next);
            }
            stop(null);
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            stop(e);
            throw e;
        }
    }

    private void stop(@Nullable Throwable why) {
        lock.lock();
        try {
            stopped = true;
            problem = why;
            signed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void serve(Head next) throws IOException {
        if (next.size() > forcedSize()) {
            next.file().force();
        }
        boolean sign;
        lock.lock();
        try {
            forced = Math.max(forced, next.size());
            sign = next.size() > lastSize() && (wanted || closed || isOld());
            wanted &= !sign;
        } finally {
            lock.unlock();
        }
        if (sign) {
            sign(next);
        }
    }

    private long forcedSize() {
        lock.lock();
        try {
            return forced;
        } finally {
            lock.unlock();
        }
    }

    private void sign(Head next) throws IOException {
        Note note = Note.checkpoint(next.key(), next.size(), next.root(), last);
        byte[] entry = note.entry();
        sideFile.write(entry, 0, entry.length);
        sideFile.force();
        lock.lock();
        try {
            last = note;
            lastTime = System.nanoTime();
            signed.signalAll();
        } finally {
            lock.unlock();
        }
        anchors.accept(note);
    }

    /** Waits until something must be signed or forced. */
    private @Nullable Head next() throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                Head now = head;
                boolean unsigned = now != null && now.size() > lastSize();
                if (unsigned && (wanted || closed || isOld())) {
                    return now;
                }
                if (closed) {
                    return null;
                }
                if (now != null && now.size() > forced) {
                    news.awaitNanos(BUFFERED_AT_MOST); // the writer may do it meanwhile
                    if (now.size() > forced) {
                        return head;
                    }
                } else if (unsigned) {
                    news.awaitNanos(everyNanos - (System.nanoTime() - lastTime));
                } else {
                    news.await();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isOld() {
        return System.nanoTime() - lastTime >= everyNanos;
    }

    /** What has not been signed yet will be, and then no more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            news.signal();
        } finally {
            lock.unlock();
        }
    }
}
