package dev.carabiner.hook;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Handlers that run beside each other, each on a thread of its own. Their answers are asked for in running order,
 * whatever the order in which they come. A denial interrupts those after it at once, and closing interrupts those that
 * still run.
 */
final class ConcurrentLevel implements AutoCloseable {

    private final HandlerCall[] calls;
    private final boolean stopsAtDenial;
    private final Semaphore arrived = new Semaphore(0);
    private final AtomicInteger wanted; // how many answers can still matter, from the first on

    private ConcurrentLevel(int size, boolean stopsAtDenial) {
        this.calls = new HandlerCall[size];
        this.stopsAtDenial = stopsAtDenial;
        this.wanted = new AtomicInteger(size);
    }

    /** Makes the call at one place of the level. */
    interface Calls {
        HandlerCall at(int place, Runnable whenDone);
    }

    /** Starts all of them. */
    static ConcurrentLevel start(int size, boolean stopsAtDenial, Calls made) {
        ConcurrentLevel level = new ConcurrentLevel(size, stopsAtDenial);
        for (int i = 0; i < size; i++) {
            int place = i;
            level.calls[i] = made.at(i, () -> level.arrived(place));
        }
        boolean started = false;
        try {
            for (int i = 0; i < level.wanted.get(); i++) {
                level.calls[i].start();
            }
            started = true;
            return level;
        } finally {
            if (!started) {
                level.close();
            }
        }
    }

    private void arrived(int place) {
        if (stopsAtDenial && calls[place].denies()) {
            abandonFrom(place + 1);
        }
        arrived.release();
    }

    private void abandonFrom(int place) {
        if (wanted.getAndAccumulate(place, Math::min) > place) {
            for (int i = place; i < calls.length; i++) {
                calls[i].abandon();
            }
        }
    }

    HandlerCall call(int place) {
        return calls[place];
    }

    /** Waits for the answer at one place; meanwhile, and for all others too, gives up those whose time is over. */
    @Nullable
    HookResult answer(int place) throws Exception {
        while (!calls[place].isDone()) {
            arrived.tryAcquire(nanosToNextLimit(), TimeUnit.NANOSECONDS);
        }
        return calls[place].result();
    }

    private long nanosToNextLimit() {
        long nearest = Long.MAX_VALUE;
        for (HandlerCall call : calls) {
            if (call.isDone()) {
                continue;
            }
            long left = call.nanosLeft();
            if (left <= 0) {
                call.abandon();
            } else {
                nearest = Math.min(nearest, left);
            }
        }
        return nearest;
    }

    @Override
    public void close() {
        abandonFrom(0);
    }
}
