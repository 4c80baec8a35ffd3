package dev.carabiner.scenarios;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A clock that goes on only when it is told to. */
final class TestClock extends Clock {

    private final AtomicReference<Instant> now;

    private TestClock(Instant start) {
        now = new AtomicReference<>(start);
    }

    /** @param start null for the time that it is */
    static TestClock at(@Nullable Instant start) {
        return new TestClock(start == null ? Instant.now() : start);
    }

    void advance(Duration by) {
        now.updateAndGet(time -> time.plus(by));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
