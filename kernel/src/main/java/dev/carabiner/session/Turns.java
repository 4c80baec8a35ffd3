package dev.carabiner.session;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Lets the same question of several threads be asked by one after another, so that one "Allow always" answers all. */
final class Turns {

    /** A thread's turn. Closing it lets the next one in. */
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    private static final class Line {
        private final ReentrantLock lock = new ReentrantLock(true);
        private int threads; // having their turn or waiting for it; changed under the map's lock for the key
    }

    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    /** Waits for the turn of this thread; null if it does not come within the time. */
    @Nullable
    Turn take(String key, Duration atMost) throws InterruptedException {
        Line line = joined(key);
        boolean taken = false;
        try {
            taken = line.lock.tryLock(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS);
            return taken ? () -> leave(key, line, true) : null;
        } finally {
            if (!taken) {
                leave(key, line, false);
            }
        }
    }

    private Line joined(String key) {
        return lines.compute(key, (unused, present) -> {
            Line line = present == null ? new Line() : present;
            line.threads++;
            return line;
        });
    }

    private void leave(String key, Line line, boolean hadTurn) {
        if (hadTurn) {
            line.lock.unlock();
        }
        lines.compute(key, (unused, present) -> --line.threads == 0 ? null : line);
    }
}
