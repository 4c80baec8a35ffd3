package dev.carabiner.audit.log;

import dev.carabiner.audit.format.Hex;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.RecordLine;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where records stand in line. Under one short lock each gets its number and its hash and is copied into the batch that
 * is being filled; meanwhile the writer is busy with the batch before. Whatever has come when the writer is ready is the
 * next batch, so the slower the disk, the larger the batches, and no timer is needed.
 */
final class Intake {

    /** Beyond this, producers wait for the disk. */
    private static final int FULL = 8 * 1024 * 1024;

    /** A batch of records that nobody waits for is written when it is so long, */
    private static final int WORTH_WRITING = 256 * 1024;

    /** or so old. */
    private static final long LONGEST_WAIT = 50_000_000;

    private static final byte[] PREV = ascii(",\"prev\":\"");
    private static final byte[] HASH = ascii(",\"h\":\"");
    private static final byte[] END = ascii("\"}\n");
    private static final int MOST_AROUND_BODY = 512;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Condition room = lock.newCondition();

    private final Sha256 sha256 = new Sha256();
    private final byte[] beforeSeq;
    private final byte[] prev = new byte[RecordLine.HASH_DIGITS];
    private final byte[] hash = new byte[Sha256.BYTES];
    private long seq;

    private Batch filling = new Batch(Batch.Content.empty());
    private Batch.@Nullable Content spare = Batch.Content.empty();
    private boolean writerWaits;
    private boolean closed;
    private @Nullable AuditLogException failure;

    /** Continues after the record with that hash, the next number being {@code seq}. */
    Intake(String log, long seq, byte[] lastHash) {
        this.beforeSeq = ascii("{\"v\":1,\"log\":\"" + log + "\",\"seq\":");
        this.seq = seq;
        Hex.write(lastHash, 0, Sha256.BYTES, prev, 0);
    }

    /** Takes a record; if it is durable, returns when it is on disk. */
    void append(RecordEncoder record, boolean durable, boolean checkpoint) {
        requireShort(record);
        Batch batch;
        lock.lock();
        try {
            while (filling.length() >= FULL && failure == null && !closed) {
                room.awaitUninterruptibly();
            }
            requireOpen();
            batch = filling;
            boolean first = batch.isEmpty();
            if (first) {
                batch.begin(System.nanoTime());
            }
            put(record, batch);
            batch.await(durable, checkpoint);
            if (writerWaits && (first || durable || batch.length() >= WORTH_WRITING)) {
                work.signal();
            }
        } finally {
            lock.unlock();
        }
        if (durable) {
            Throwable problem = batch.outcome();
            if (problem != null) {
                throw failed(problem);
            }
        }
    }

    private static void requireShort(RecordEncoder record) {
        int length = record.body().length() + MOST_AROUND_BODY;
        if (length > LogFiles.LONGEST_LINE || record.openings().length() > LogFiles.LONGEST_LINE) {
            throw new AuditLogException("A record of " + length + " bytes is too large for the audit log, which takes "
                    + LogFiles.LONGEST_LINE);
        }
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

    /** The one place where a line is put together. If memory runs out, it does so before anything has changed. */
    private void put(RecordEncoder record, Batch batch) {
        JsonBytes lines = batch.content().lines();
        lines.reserve(record.body().length() + MOST_AROUND_BODY);
        batch.content().hashes().reserve(Sha256.BYTES);
        batch.content().openings().reserve(record.openings().length());
        int start = lines.length();
        lines.raw(beforeSeq);
        lines.number(seq);
        lines.raw(record.body().array(), 0, record.body().length());
        lines.raw(PREV).raw(prev).raw('"');
        sha256.leaf(lines.array(), start, lines.length(), hash, 0);
        Hex.write(hash, 0, hash.length, prev, 0);
        lines.raw(HASH).raw(prev).raw(END);
        batch.content().hashes().raw(hash);
        batch.content()
                .openings()
                .raw(record.openings().array(), 0, record.openings().length());
        seq++;
    }

    /** Waits for something worth writing. Null when the log is closed and everything was taken. */
    @Nullable
    Batch take() throws InterruptedException {
        lock.lock();
        try {
            while (!isDue()) {
                if (filling.isEmpty() && closed) {
                    return null;
                }
                writerWaits = true;
                if (filling.isEmpty()) {
                    work.await();
                } else {
                    work.awaitNanos(LONGEST_WAIT - age());
                }
                writerWaits = false;
            }
            return swap();
        } finally {
            lock.unlock();
        }
    }

    private boolean isDue() {
        return !filling.isEmpty()
                && (filling.awaited() || closed || filling.length() >= WORTH_WRITING || age() >= LONGEST_WAIT);
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
        if (batch.length() <= 2 * FULL) {
            batch.content().clear();
            lock.lock();
            try {
                spare = batch.content();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Nobody may be served after the disk has failed once: what it says afterwards cannot be believed. */
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

    void close() {
        lock.lock();
        try {
            closed = true;
            room.signalAll();
            work.signal();
        } finally {
            lock.unlock();
        }
    }

    /** For the writer to put records of its own in the log's order: nobody gets a number between begin and end. */
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
        put(record, batch);
        return batch;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
