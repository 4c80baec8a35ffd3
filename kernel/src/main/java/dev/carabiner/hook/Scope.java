package dev.carabiner.hook;

import dev.carabiner.display.StandardStreams;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What a thread is in the middle of: how deep in emits, whose output is captured, which registrations belong together,
 * and what a host adds with keys of its own. Every thread has one. Work that goes to another thread takes it along as a
 * whole:
 *
 * <pre>{@code
 * Thread.ofVirtual().start(Scope.carrying(() -> session.emit(…)));
 * }</pre>
 *
 * <p>A scope is used by its own thread only. Timed handlers and levels carry it without being asked.
 */
public final class Scope {

    /** Where the depth lies among its cells: far from both ends, so that no two threads' counts share a cache line. */
    static final int DEPTH = 48;

    private static final ThreadLocal<Scope> CURRENT = ThreadLocal.withInitial(Scope::new);

    /** The depth is put back by a plain write: after a stack overflow even a call might not be possible. */
    final int[] cells = new int[2 * DEPTH];

    /** The last outcome on this thread in which no handler had anything to say; see {@link HookOutcome#quiet}. */
    @Nullable
    HookOutcome lastQuiet;

    AllOrNone.@Nullable Undo registrations;

    /** The id of the innermost emit that this thread is inside of; null outside, and in a bare {@code registry.emit}. */
    @Nullable
    String emit;

    private Map<ScopeKey<?>, Object> values = Map.of(); // copied to be changed, so that it can be handed over as it is

    private Scope() {}

    /** This thread's. */
    public static Scope current() {
        return CURRENT.get();
    }

    /** The host's value, or null if there is none. */
    public <T> @Nullable T get(ScopeKey<T> key) {
        return key.cast(values.get(key));
    }

    /** Sets the host's value; null takes it away. What was handed over before keeps the former one. */
    public <T> void set(ScopeKey<T> key, @Nullable T value) {
        Map<ScopeKey<?>, Object> changed = new HashMap<>(values);
        if (value == null) {
            changed.remove(key);
        } else {
            changed.put(key, value);
        }
        values = changed;
    }

    /** The same work with this thread's present scope around it, to be run on any thread, also several times. */
    public static Runnable carrying(Runnable work) {
        HandOver handOver = current().handOver();
        return () -> handOver.run(work);
    }

    /** All of it as it is now, for other threads to go on with. */
    public HandOver handOver() {
        return new HandOver(
                cells[DEPTH],
                emit,
                registrations,
                values,
                StandardStreams.slot().handOver());
    }

    private void become(HandOver other) {
        cells[DEPTH] = other.depth;
        emit = other.emit;
        registrations = other.registrations;
        values = other.values;
        StandardStreams.slot().redirect(other.output);
    }

    /** A scope on its way to other threads. Any number of threads may use it, at the same time too. */
    public static final class HandOver {

        private final int depth;
        private final @Nullable String emit;
        private final AllOrNone.@Nullable Undo registrations;
        private final Map<ScopeKey<?>, Object> values;
        private final StandardStreams.@Nullable Catch output;

        private HandOver(
                int depth,
                @Nullable String emit,
                AllOrNone.@Nullable Undo registrations,
                Map<ScopeKey<?>, Object> values,
                StandardStreams.@Nullable Catch output) {
            this.depth = depth;
            this.emit = emit;
            this.registrations = registrations;
            this.values = values;
            this.output = output;
        }

        /** Does the work on this thread, which has its own scope again afterwards, however the work ends. */
        public <T extends @Nullable Object> T call(Callable<T> work) throws Exception {
            Scope scope = current();
            HandOver own = scope.handOver();
            scope.become(this);
            try {
                return work.call();
            } finally {
                scope.become(own);
            }
        }

        /** Does the work on this thread, which has its own scope again afterwards, however the work ends. */
        public void run(Runnable work) {
            Scope scope = current();
            HandOver own = scope.handOver();
            scope.become(this);
            try {
                work.run();
            } finally {
                scope.become(own);
            }
        }
    }
}
