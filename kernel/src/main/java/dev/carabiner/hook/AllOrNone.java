package dev.carabiner.hook;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Something that registers in several places and may fail on the way, such as the mount of a module: if it fails, nothing
 * of it stays. What counts is registered on the thread that runs it, or on one that its {@link Scope} was handed to. What
 * such a thread registers after the end stays if the whole was kept, and is taken back at once if it was not.
 */
public final class AllOrNone {

    private AllOrNone() {}

    /** Runs it on this thread, and takes back what it has registered, the last one first, if it throws. May be nested. */
    public static <T> T run(Callable<T> action) throws Exception {
        Scope scope = Scope.current();
        Undo outer = scope.registrations;
        Undo own = new Undo(outer);
        scope.registrations = own;
        boolean done = false;
        try {
            T result = action.call();
            done = true;
            return result;
        } finally {
            scope.registrations = outer;
            own.end(done);
        }
    }

    /** Called by what has registered something, with the way to take it back, which must not throw. */
    public static void registered(Runnable undo) {
        Undo current = Scope.current().registrations;
        if (current != null) {
            current.add(undo);
        }
    }

    /** What has been registered so far, with the way to take it back. Any thread may add to it. */
    static final class Undo {

        private final @Nullable Undo outer;
        private final ReentrantLock lock = new ReentrantLock();
        private final Deque<Runnable> steps = new ArrayDeque<>(); // the last one first
        private boolean hasEnded;
        private boolean isKept;

        Undo(@Nullable Undo outer) {
            this.outer = outer;
        }

        void add(Runnable step) {
            lock.lock();
            try {
                if (!hasEnded) {
                    steps.push(step);
                    return;
                }
            } finally {
                lock.unlock();
            }
            late(step);
        }

        private void late(Runnable step) {
            if (!isKept) {
                step.run();
            } else if (outer != null) {
                outer.add(step);
            }
        }

        void end(boolean kept) {
            List<Runnable> all;
            lock.lock();
            try {
                hasEnded = true;
                isKept = kept;
                all = List.copyOf(steps);
                steps.clear();
            } finally {
                lock.unlock();
            }
            (kept ? all.reversed() : all).forEach(this::late);
        }
    }
}
