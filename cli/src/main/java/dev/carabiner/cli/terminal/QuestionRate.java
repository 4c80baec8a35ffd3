package dev.carabiner.cli.terminal;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/** How many questions a person is shown within a minute. Who is asked more no longer reads. For one thread at a time. */
final class QuestionRate {

    static final int MOST = 20;
    static final Duration WITHIN = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private final Deque<Long> shown = new ArrayDeque<>();
    private boolean exceeded;

    QuestionRate(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Whether one more may be shown now; if so, it counts. */
    boolean admits() {
        long now = nanoTime.getAsLong();
        while (!shown.isEmpty() && now - shown.getFirst() >= WITHIN.toNanos()) {
            shown.removeFirst();
            exceeded = false;
        }
        if (shown.size() >= MOST) {
            return false;
        }
        shown.addLast(now);
        return true;
    }

    /** Whether this is the first that was not admitted since one was: it is told once, not each time. */
    boolean isNews() {
        boolean news = !exceeded;
        exceeded = true;
        return news;
    }
}
