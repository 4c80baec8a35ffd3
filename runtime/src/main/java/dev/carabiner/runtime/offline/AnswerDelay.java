package dev.carabiner.runtime.offline;

import java.time.Duration;

/** Spreads an answer's delay evenly over its pieces. An interruption ends the wait, and is noticed without one too. */
final class AnswerDelay {

    private final long began = System.nanoTime();
    private final long nanos;
    private final int steps;
    private int taken;

    /** One step comes before the first piece, and one after each. */
    AnswerDelay(Duration delay, int pieces) {
        this.nanos = delay.toNanos();
        this.steps = pieces + 1;
    }

    void step() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("The answer was interrupted");
        }
        taken++;
        long due = nanos / steps * taken + nanos % steps * taken / steps;
        long rest = began + due - System.nanoTime();
        if (rest > 0) {
            Thread.sleep(Duration.ofNanos(rest));
        }
    }
}
