package dev.carabiner.console;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The rows that have come last, and how many there ever were. It may be used by several threads. */
final class LiveRows {

    private static final int MOST = 5_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<LiveRow> rows = new ArrayDeque<>(); // guarded by lock, as the next one
    private long total;

    void add(List<LiveRow> fresh) {
        lock.lock();
        try {
            rows.addAll(fresh);
            total += fresh.size();
            while (rows.size() > MOST) {
                rows.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many rows there ever were. */
    long total() {
        lock.lock();
        try {
            return total;
        } finally {
            lock.unlock();
        }
    }

    /** How many rows that the filter accepts have come since there were so many; those not held any more all count. */
    long since(long number, LiveFilter filter) {
        lock.lock();
        try {
            long gone = Math.max(0, total - rows.size() - number);
            long skipped = Math.max(0, number - (total - rows.size()));
            return gone + rows.stream().skip(skipped).filter(filter::accepts).count();
        } finally {
            lock.unlock();
        }
    }

    /** The newest rows that a filter accepts, oldest first. */
    List<LiveRow> last(LiveFilter filter, int most) {
        lock.lock();
        try {
            List<LiveRow> fitting = rows.stream().filter(filter::accepts).toList();
            return List.copyOf(fitting.subList(Math.max(0, fitting.size() - most), fitting.size()));
        } finally {
            lock.unlock();
        }
    }

    /** The rows behind the one with this id; null if that one is not known any more. */
    @Nullable
    List<LiveRow> after(String id) {
        lock.lock();
        try {
            List<LiveRow> all = List.copyOf(rows);
            for (int i = all.size() - 1; i >= 0; i--) {
                if (all.get(i).id().equals(id)) {
                    return all.subList(i + 1, all.size());
                }
            }
            return null;
        } finally {
            lock.unlock();
        }
    }
}
