package dev.carabiner.audit.log;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A few encoders for any number of threads. Not thread-locals, since there may be a hundred thousand virtual threads;
 * a thread that finds none takes a new one, and it is kept if there is room.
 */
final class EncoderPool {

    private static final int PLACES = 16;

    private final AtomicReferenceArray<RecordEncoder> free = new AtomicReferenceArray<>(PLACES);
    private final Supplier<RecordEncoder> maker;

    EncoderPool(Supplier<RecordEncoder> maker) {
        this.maker = maker;
    }

    RecordEncoder take() {
        RecordEncoder encoder = free.getAndSet(place(), null);
        return encoder == null ? maker.get() : encoder;
    }

    void giveBack(RecordEncoder encoder) {
        encoder.values().clear(); // they may be large
        free.setRelease(place(), encoder);
    }

    private static int place() {
        return (int) Thread.currentThread().threadId() & PLACES - 1;
    }
}
