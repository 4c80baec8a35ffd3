package dev.carabiner.testkit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. Any thread may read and move it. */
public final class FakeClock extends Clock {

    /** Where a new clock stands: noon of a day in March, UTC. */
    public static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final AtomicReference<Instant> now;
    private final ZoneId zone;

    /** At {@link #START}. */
    public FakeClock() {
        this(START);
    }

    /** At this time, in UTC. */
    public FakeClock(Instant start) {
        this(new AtomicReference<>(start), ZoneOffset.UTC);
    }

    private FakeClock(AtomicReference<Instant> now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    /** Moves the clock, also backwards. Returns the clock. */
    public FakeClock advance(Duration by) {
        now.updateAndGet(time -> time.plus(by));
        return this;
    }

    /** Sets the clock. Returns the clock. */
    public FakeClock set(Instant time) {
        now.set(time);
        return this;
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** The same clock in another zone: both move together. */
    @Override
    public Clock withZone(ZoneId other) {
        return new FakeClock(now, other);
    }
}
