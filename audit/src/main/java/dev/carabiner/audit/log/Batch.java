package dev.carabiner.audit.log;

import dev.carabiner.json.JsonBytes;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Records that go to disk together. Filled under the queue's lock, then the writer's alone; a thread that waits holds
 * only this object, so the bytes are reused for a later batch.
 */
final class Batch {

    /** Lines, the hashes of the records in them, and the openings of their secrets. */
    record Content(JsonBytes lines, JsonBytes hashes, JsonBytes openings) {

        /** Small, since there may be many logs that hardly ever record anything; it grows. */
        static Content empty() {
            return new Content(new JsonBytes(4 * 1024), new JsonBytes(256), new JsonBytes(16));
        }

        /** How much memory is kept by keeping it. */
        int capacity() {
            return lines.array().length + hashes.array().length + openings.array().length;
        }

        void clear() {
            lines.cut(0);
            hashes.cut(0);
            openings.cut(0);
        }
    }

    private final Content content;
    private final CountDownLatch done = new CountDownLatch(1);
    private boolean awaited;
    private boolean worthACheckpoint;
    private long begun;
    private volatile @Nullable Throwable failure;

    Batch(Content content) {
        this.content = content;
    }

    Content content() {
        return content;
    }

    boolean isEmpty() {
        return content.lines.length() == 0;
    }

    int length() {
        return content.lines.length();
    }

    /** When the first record came; it must not wait for the others for long. */
    long begun() {
        return begun;
    }

    void begin(long now) {
        begun = now;
    }

    /** A caller waits until this is on disk. */
    void await(boolean durable, boolean checkpoint) {
        awaited |= durable;
        worthACheckpoint |= checkpoint;
    }

    boolean awaited() {
        return awaited;
    }

    boolean worthACheckpoint() {
        return worthACheckpoint;
    }

    void complete() {
        done.countDown();
    }

    void fail(Throwable problem) {
        failure = problem;
        done.countDown();
    }

    /** Whether it was over in so many ns. */
    boolean await(long nanos) throws InterruptedException {
        return done.await(nanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Waits for the disk. An interruption does not end the wait, because the record is on its way and the caller must
     * know what became of it; the flag is set again afterwards.
     */
    @Nullable
    Throwable outcome() {
        boolean interrupted = false;
        while (true) {
            try {
                done.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return failure;
    }
}
