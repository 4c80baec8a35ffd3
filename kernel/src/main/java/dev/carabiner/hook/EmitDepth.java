package dev.carabiner.hook;

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

    /** The number of emits that this thread is inside of; 0 outside. */
    public static int current() {
        return Scope.current().cells[Scope.DEPTH];
    }

    /** Takes over the count, and only that, of the thread that handed its work to this one. {@link Scope} carries all. */
    public static void continueAt(int depth) {
        Scope.current().cells[Scope.DEPTH] = depth;
    }
}
