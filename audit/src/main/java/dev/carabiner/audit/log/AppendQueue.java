package dev.carabiner.audit.log;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where records stand in line. Under one short lock each gets its number and its hash and is copied into the batch that
 * is being filled; meanwhile the writer is busy with the batch before. Whatever has come when the writer is ready is the
 * next batch, so the slower the disk, the larger the batches, and no timer is needed.
 */
final class AppendQueue {

    /** Beyond this, producers wait for the disk. */
    private static final int FULL = 4 * 1024 * 1024;

    /** A buffer that has grown beyond this is not kept for the next batch. */
    private static final int KEPT = 2 * 1024 * 1024;

    /** Nor beyond this while nothing is going on: there may be a thousand such logs. */
    private static final int KEPT_AT_REST = 16 * 1024;

    /** A batch of records that no thread waits for is written when it is so long, */
    private static final int WORTH_WRITING = 256 * 1024;

    /** or so old. */
    private static final long LONGEST_WAIT = 30_000_000;

    /** A writer that has had nothing to write for so long goes home. */
    private static final long LINGERING = 500_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();
    private final Condition noWriter = lock.newCondition();
    private final Runnable writer;

    private final LineChain chain;
    private Batch filling = new Batch(Batch.Content.empty());
    private Batch.@Nullable Content spare = Batch.Content.empty();
    private boolean writerRuns;
    private boolean writerSleeps;
    private boolean writerDozes;
    private boolean closed;
    private @Nullable AuditLogException failure;

    /**
     * Continues after the record with that hash, the next number being {@code seq}.
     *
     * @param writer starts a thread that takes batches, when there is something to take and none does
     */
    AppendQueue(String log, long seq, byte[] lastHash, Runnable writer) {
        this.writer = writer;
        this.chain = new LineChain(log, seq, lastHash);
    }

    /** Takes a record; if it is durable, returns when it is on disk. */
    void append(RecordEncoder record, boolean durable, boolean checkpoint) {
        LineChain.requireShort(record);
        Batch batch;
        boolean start;
        lock.lock();
        try {
            while (filling.length() >= FULL && failure == null && !closed) {
                room.awaitUninterruptibly();
            }
            requireOpen();
            batch = filling;
            if (batch.isEmpty()) {
                batch.begin(System.nanoTime());
            }
            chain.put(record, batch.content());
            batch.await(durable, checkpoint);
            start = wake(durable || batch.length() >= WORTH_WRITING);
        } finally {
            lock.unlock();
        }
        if (start) {
            startWriter();
        }
        if (durable) {
            requireWritten(batch);
        }
    }

    /** With the lock held. A writer that dozes will look by itself, early enough for what no thread waits for. */
    private boolean wake(boolean now) {
        boolean start = !writerRuns;
        writerRuns = true;
        if (writerSleeps || (writerDozes && now)) {
            writerSleeps = false;
            writerDozes = false;
            work.signal();
        }
        return start;
    }

    private void startWriter() {
        try {
            writer.run();
        } catch (RuntimeException | Error e) { // no thread to be had: what was taken will not be written
            fail(AuditLogException.failed(e));
            writerGone();
        }
    }

    private static void requireWritten(Batch batch) {
        Throwable problem = batch.outcome();
        if (problem != null) {
            throw failed(problem);
        }
    }

    /** Returns when everything that was taken before is on disk. */
    void flush() {
        Batch batch = beginFlush();
        if (batch == null) {
            requireOpen(); // which it is not
        } else {
            requireWritten(batch);
        }
    }

    /** What to wait for until everything that was taken before is on disk; null if it is written no more. */
    @Nullable
    Batch beginFlush() {
        Batch batch;
        boolean start;
        lock.lock();
        try {
            if (closed || failure != null) {
                return null;
            }
            batch = filling;
            batch.await(true, false);
            start = wake(true);
        } finally {
            lock.unlock();
        }
        if (start) {
            startWriter();
        }
        return batch;
    }

    private void requireOpen() {
        if (failure != null) {
            throw failed(failure);
        }
        if (closed) {
            throw new AuditLogException("The audit log is closed");
        }
    }

    private static AuditLogException failed(Throwable problem) {
        return new AuditLogException(problem.getMessage() == null ? problem.toString() : problem.getMessage(), problem);
    }

    /**
     * Waits for something worth writing. Null when everything was taken and the log is closed or nothing has come for a
     * while: the writer must go then, and touch nothing any more, since the next may have begun.
     */
    @Nullable
    Batch take() throws InterruptedException {
        lock.lock();
        try {
            long quietSince = System.nanoTime();
            while (!isDue()) {
                long quiet = System.nanoTime() - quietSince;
                if (filling.isEmpty() && (closed || quiet >= LINGERING)) {
                    goHome();
                    return null;
                }
                writerDozes = !filling.isEmpty() || quiet < LONGEST_WAIT;
                writerSleeps = !writerDozes;
                work.awaitNanos(writerSleeps ? LINGERING : filling.isEmpty() ? LONGEST_WAIT : LONGEST_WAIT - age());
                writerDozes = false;
                writerSleeps = false;
            }
            return swap();
        } finally {
            lock.unlock();
        }
    }

    private void goHome() {
        spare = null;
        if (filling.content().capacity() > KEPT_AT_REST) {
            filling = new Batch(Batch.Content.empty());
        }
        writerGone();
    }

    /** Also when it has failed. */
    void writerGone() {
        lock.lock();
        try {
            writerRuns = false;
            noWriter.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue() {
        return filling.awaited()
                || (!filling.isEmpty() && (closed || filling.length() >= WORTH_WRITING || age() >= LONGEST_WAIT));
    }

    private long age() {
        return System.nanoTime() - filling.begun();
    }

    private Batch swap() {
        Batch taken = filling;
        filling = new Batch(spare == null ? Batch.Content.empty() : spare);
        spare = null;
        room.signalAll();
        return taken;
    }

    /** The batch is on disk; its bytes may be used again, unless it was unusually large. */
    void recycle(Batch batch) {
        if (batch.content().capacity() <= KEPT) {
            batch.content().clear();
            lock.lock();
            try {
                spare = batch.content();
            } finally {
                lock.unlock();
            }
        }
    }

    /** No record is taken after the disk has failed once: what it says afterwards cannot be believed. */
    void fail(AuditLogException problem) {
        fail(problem, filling);
    }

    /** Also those who wait for that batch; when they learn of it, nothing is taken any more. */
    void fail(AuditLogException problem, Batch writing) {
        lock.lock();
        try {
            if (failure == null) {
                failure = problem;
            }
            writing.fail(problem);
            filling.fail(problem);
            room.signalAll();
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    AuditLogException failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    /** Nothing is taken any more. Returns when no writer runs; what is left is for the caller to have written. */
    void close() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
            work.signal();
            while (writerRuns) {
                noWriter.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /** For the writer to put records of its own in the log's order: no record gets a number between begin and end. */
    Batch beginAlone() {
        lock.lock();
        return swap();
    }

    void endAlone() {
        lock.unlock();
    }

    /** A record of the writer's own, which must have begun to be alone. */
    Batch alone(RecordEncoder record) {
        Batch batch = new Batch(Batch.Content.empty());
        chain.put(record, batch.content());
        return batch;
    }
}
