package dev.carabiner.session;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells when an emit begins, by a single look at the monotonic clock, which each handler's time is taken by as well. The
 * system's calendar clock is asked once in a millisecond only: a look at it costs as much as several handlers. A clock
 * of the host's own is always asked.
 */
final class EmitClock {

    private static final long VALID_NANOS = 1_000_000;
    private static final long CLOSE_TOGETHER_NANOS = 1_000;

    /** @param nanos where the monotonic clock stood at that time */
    record Moment(Instant time, long nanos) {}

    private final Clock clock;
    private final boolean isSystemClock;
    private @Nullable Moment last; // any thread may put a newer one there

    EmitClock(Clock clock) {
        this.clock = clock;
        this.isSystemClock = clock.getClass() == Clock.systemUTC().getClass();
    }

    Moment now() {
        Moment known = last;
        long nanos = System.nanoTime();
        if (known == null || Math.abs(nanos - known.nanos) >= VALID_NANOS) {
            known = asked();
            nanos = known.nanos;
        }
        return new Moment(known.time.plusNanos(nanos - known.nanos), nanos);
    }

    private Moment asked() {
        long before = System.nanoTime();
        Moment moment = new Moment(clock.instant(), System.nanoTime());
        boolean wereTogether =
                moment.nanos - before < CLOSE_TOGETHER_NANOS; // and this thread was not stopped meanwhile
        last = isSystemClock && wereTogether ? moment : null;
        return moment;
    }
}
