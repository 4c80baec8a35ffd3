package dev.carabiner.providers;

import java.time.Duration;

/** How long one call may still wait: never longer than the service may be silent, and not beyond the call's end. */
final class TimeLimit {

    private final Duration silence;
    private final Duration total;
    private final long started = System.nanoTime();

    TimeLimit(Duration silence, Duration total) {
        this.silence = silence;
        this.total = total;
    }

    long nanosToWait() {
        return Math.max(0, Math.min(silence.toNanos(), total.toNanos() - (System.nanoTime() - started)));
    }

    /** What to say when waiting that long was in vain. */
    String reached() {
        boolean late = System.nanoTime() - started >= total.toNanos();
        return late
                ? "the answer was not complete after " + total.toMillis() + " ms (total_timeout)"
                : "nothing came for " + silence.toMillis() + " ms (timeout)";
    }
}
