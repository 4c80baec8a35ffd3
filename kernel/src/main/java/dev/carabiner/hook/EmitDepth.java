package dev.carabiner.hook;

import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How many emits this one is inside of, counted along the chain of handlers and ports that emit, on whatever threads
 * they run: the count is a part of the {@link Scope}. For coordinators.
 */
public final class EmitDepth {

    private static final int DEEPEST = 8;

    private EmitDepth() {}

    /** This thread's scope; throws inside the handler whose emit would go too deep. */
    static Scope checked(String event) {
        Scope scope = Scope.current();
        if (scope.cells[Scope.DEPTH] >= DEEPEST) {
            throw new NestedEmitException(event, DEEPEST);
        }
        return scope;
    }

    /**
     * Does the work one deeper, on this thread.
     *
     * @throws NestedEmitException if that would be the ninth inside each other; then the work is not done
     */
    public static <T> T within(String event, Supplier<T> work) {
        int[] cells = checked(event).cells;
        int outside = cells[Scope.DEPTH];
        cells[Scope.DEPTH] = outside + 1;
        try {
            return work.get();
        } finally {
            cells[Scope.DEPTH] = outside;
        }
    }

    /**
     * The same for an emit that has an id: what is emitted meanwhile, on this thread or on one that carries its scope, can
     * ask for it with {@link #currentEmit}.
     *
     * @param work is given what {@link #currentEmit} was before
     */
    public static <T> T within(String event, String emitId, Function<String, T> work) {
        Scope scope = checked(event);
        int outside = scope.cells[Scope.DEPTH];
        String outer = scope.emit;
        scope.cells[Scope.DEPTH] = outside + 1;
        scope.emit = emitId;
        try {
            return work.apply(outer == null ? "" : outer);
        } finally {
            scope.cells[Scope.DEPTH] = outside;
            scope.emit = outer;
        }
    }

    /** Does the work as part of the emit with that id, no deeper than before: for what a coordinator announces. */
    public static void under(String emitId, Runnable work) {
        Scope scope = Scope.current();
        String outer = scope.emit;
        scope.emit = emitId;
        try {
            work.run();
        } finally {
            scope.emit = outer;
        }
    }

    /** The id of the innermost emit with an id that this thread is inside of; empty if there is none. */
    public static String currentEmit() {
        String emit = Scope.current().emit;
        return emit == null ? "" : emit;
    }

    /** The number of emits that this thread is inside of; 0 outside. */
    public static int current() {
        return Scope.current().cells[Scope.DEPTH];
    }
}
