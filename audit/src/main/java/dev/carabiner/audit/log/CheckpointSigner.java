package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Note;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Signs checkpoints beside the writer, because a signature costs as much as a thousand records. While it signs one, the log
 * grows; the next is at whatever size the log has then. It forces what the writer has not, since a checkpoint must never
 * speak of records that a crash can still take away. It has a thread only while there is something to sign or to force.
 */
final class CheckpointSigner {

    private static final long BUFFERED_AT_MOST = Duration.ofMillis(40).toNanos();

    /** Between checkpoints that are only due because many records came: a log at full speed is not slowed by its signatures. */
    private static final long PAUSE = Duration.ofMillis(10).toNanos();

    private static final long NEVER = Long.MAX_VALUE;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition signed = lock.newCondition();
    private final Condition atRest = lock.newCondition();

    private final SoundChannel sideFile;
    private final Consumer<Note> anchors;
    private final Consumer<Throwable> onFailure;
    private final int everyRecords;
    private final long everyNanos;

    private @Nullable Head head;
    private long forced;
    private long unforcedSince;
    private long urgentSize;
    private boolean working;
    private boolean closed;
    private boolean stopped;
    private @Nullable Throwable problem;
    private @Nullable Note last;
    private long lastTime = System.nanoTime() - PAUSE;
    private @Nullable Future<?> alarm;
    private long alarmTime = NEVER;

    /** Continues after the last note of the side file, which is null if there is none. */
    CheckpointSigner(
            SoundChannel sideFile,
            @Nullable Note last,
            Consumer<Note> anchors,
            Consumer<Throwable> onFailure,
            AuditLogOptions options) {
        this.sideFile = sideFile;
        this.last = last;
        this.anchors = anchors;
        this.onFailure = onFailure;
        this.everyRecords = options.checkpointRecords();
        this.everyNanos = options.checkpointInterval().toNanos();
    }

    /** The log has grown. Never waits for a signature. */
    void grown(Head newHead, boolean isForced, boolean worthACheckpoint) {
        lock.lock();
        try {
            if (isForced) {
                forced = newHead.size();
            } else if (head == null || head.size() <= forced) {
                unforcedSince = System.nanoTime();
            }
            head = newHead;
            urgentSize = worthACheckpoint ? newHead.size() : urgentSize;
            plan();
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
            urgentSize = newHead.size();
            plan();
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

    /** With the lock held: sees to it that a worker runs as soon as something is due. */
    private void plan() {
        if (working || stopped) {
            return; // who works looks again before he goes
        }
        long now = System.nanoTime();
        long wait = dueIn(now);
        if (wait <= 0) {
            Workers.run(this::work);
            working = true;
        } else if (wait < NEVER && (alarm == null || now + wait - alarmTime < 0)) {
            cancelAlarm();
            alarmTime = now + wait;
            alarm = Workers.ringIn(wait, this::ring);
        }
    }

    private void cancelAlarm() {
        if (alarm != null) {
            alarm.cancel(false);
            alarm = null;
        }
    }

    private void ring() {
        lock.lock();
        try {
            cancelAlarm();
            plan();
        } catch (RuntimeException | Error e) { // no thread to be had
            fail(e);
        } finally {
            lock.unlock();
        }
    }

    private void fail(Throwable why) {
        stop(why);
        onFailure.accept(why);
    }

    /** How long until something must be signed or forced. */
    private long dueIn(long now) {
        Head reached = head;
        if (reached == null) {
            return NEVER;
        }
        long wait = signingIn(reached, now);
        return reached.size() > forced ? Math.min(wait, unforcedSince + BUFFERED_AT_MOST - now) : wait;
    }

    private long signingIn(Head reached, long now) {
        long unsigned = reached.size() - lastSize();
        if (unsigned <= 0) {
            return NEVER;
        }
        if (urgentSize > lastSize() || closed) {
            return 0;
        }
        return lastTime + (unsigned >= everyRecords ? Math.min(PAUSE, everyNanos) : everyNanos) - now;
    }

    private void work() {
        try {
            for (Head next = next(); next != null; next = next()) {
                serve(next);
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    /** What is due, or null: then the next who plans begins anew. */
    private @Nullable Head next() {
        lock.lock();
        try {
            if (!stopped && dueIn(System.nanoTime()) <= 0) {
                return head;
            }
            working = false;
            plan();
            atRest.signalAll();
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void serve(Head next) throws IOException {
        long began = System.nanoTime();
        if (next.size() > forcedSize()) {
            next.force();
        }
        boolean sign;
        lock.lock();
        try {
            forced = Math.max(forced, next.size());
            unforcedSince = began; // what has been written since then has not been forced for longer
            sign = signingIn(next, System.nanoTime()) <= 0;
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
        sideFile.requireOwn();
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

    private void stop(@Nullable Throwable why) {
        lock.lock();
        try {
            stopped = true;
            working = false;
            problem = problem == null ? why : problem;
            cancelAlarm();
            signed.signalAll();
            atRest.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns when what had not been signed yet is, and no worker runs any more. */
    void close() {
        lock.lock();
        try {
            closed = true;
            plan();
            while (working) {
                atRest.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
        stop(null);
    }
}
