package dev.carabiner.hook;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Something that registers in several places and may fail on the way, such as the mount of a module: if it fails, nothing
 * of it stays. What counts is registered on the thread that runs it; what it hands to other threads is its own affair.
 */
public final class AllOrNone {

    private static final ThreadLocal<@Nullable Deque<Runnable>> UNDO = new ThreadLocal<>();

    private AllOrNone() {}

    /** Runs it, and takes back what it has registered if it throws. */
    public static <T> T run(Callable<T> action) throws Exception {
        Deque<Runnable> outer = UNDO.get();
        Deque<Runnable> own = new ArrayDeque<>();
        UNDO.set(own);
        boolean done = false;
        try {
            T result = action.call();
            done = true;
            return result;
        } finally {
            if (outer == null) {
                UNDO.remove();
            } else {
                UNDO.set(outer);
            }
            if (!done) {
                own.forEach(Runnable::run); // the last one first
            } else if (outer != null) {
                own.descendingIterator().forEachRemaining(outer::push);
            }
        }
    }

    /** Called by whatever has registered something, with the way to take it back, which must not throw. */
    public static void registered(Runnable undo) {
        Deque<Runnable> current = UNDO.get();
        if (current != null) {
            current.push(undo);
        }
    }
}
