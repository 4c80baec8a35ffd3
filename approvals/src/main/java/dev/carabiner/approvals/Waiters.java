package dev.carabiner.approvals;

import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads of this process that wait for a request. A wake-up is a hint; the row is the truth. There may be very many
 * of them, so each takes little: one object, and a stack that is as deep as the call of {@link Place#await}.
 */
final class Waiters<T> {

    private final Map<String, Place<T>> waiting = new ConcurrentHashMap<>(); // the first of each list

    /** From when this returns, no change is missed. The place must be given up by {@link Place#close}. */
    Place<T> enter(String id) {
        return waiting.compute(id, (key, first) -> new Place<>(this, id, first));
    }

    void wake(String id) {
        wake(waiting.get(id));
    }

    void wake(Collection<String> ids) {
        ids.forEach(this::wake);
    }

    /** Wakes those who wait for it with what they have waited for: its end, which stays. */
    void end(String id, T result) {
        for (Place<T> place = waiting.get(id); place != null; place = place.next) {
            place.end = result;
            place.wake();
        }
    }

    boolean isAwaited(String id) {
        return waiting.containsKey(id);
    }

    void wakeAll() {
        waiting.values().forEach(Waiters::wake);
    }

    private static void wake(@Nullable Place<?> first) {
        for (Place<?> place = first; place != null; place = place.next) {
            place.wake();
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** One thread's wait for one request, and for the answers to its questions about it. */
    static final class Place<T> implements Database.Reader<Optional<T>>, AutoCloseable {

        private final Waiters<T> waiters;
        private final String id;
        private final Thread thread = Thread.currentThread();
        private volatile @Nullable Place<T> next; // changed while the map holds the id's entry
        private volatile @Nullable Object answer; // what was read, or a throwable
        private volatile @Nullable T end;
        private volatile boolean woken;
        private long until;

        private Place(Waiters<T> waiters, String id, @Nullable Place<T> next) {
            this.waiters = waiters;
            this.id = id;
            this.next = next;
        }

        private void wake() {
            woken = true;
            LockSupport.unpark(thread);
        }

        /** From now on, only what comes later wakes it. */
        void sleepAgain() {
            woken = false;
        }

        /** When {@link #await} returns at the latest, by {@link System#nanoTime}. */
        void until(long end) {
            until = end;
        }

        /** Returns when the request may have changed, or at the time that was set. */
        void await() throws InterruptedException {
            while (!woken && until - System.nanoTime() > 0) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.parkNanos(this, until - System.nanoTime());
            }
        }

        /** What it was woken with; null if that is to be read. */
        @Nullable
        T end() {
            return end;
        }

        /** Returns when the question is answered; an interruption stays for later. */
        void awaitAnswer() {
            boolean interrupted = false;
            while (answer == null) {
                LockSupport.park(this);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                thread.interrupt();
            }
        }

        /** The answer, which is then gone; null if there is no such request. */
        @Nullable
        T answer() {
            Object read = answer;
            answer = null;
            if (read instanceof RuntimeException problem) {
                throw problem;
            }
            if (read instanceof Error problem) {
                throw problem;
            }
            @SuppressWarnings("unchecked") // only read() and failed() set it
            Optional<T> found = (Optional<T>) Objects.requireNonNull(read, "an answer");
            return found.orElse(null);
        }

        @Override
        public void read(Optional<T> found) {
            answer = found;
            LockSupport.unpark(thread);
        }

        @Override
        public void failed(Throwable problem) {
            answer = problem;
            LockSupport.unpark(thread);
        }

        @Override
        public void close() {
            waiters.waiting.computeIfPresent(id, (key, first) -> without(first));
        }

        private @Nullable Place<T> without(Place<T> first) {
            if (first == this) {
                return next;
            }
            for (Place<T> place = first; place != null; place = place.next) {
                if (place.next == this) {
                    place.next = next;
                    break;
                }
            }
            return first;
        }
    }
}
