package dev.carabiner.hook;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How many emits this one is inside of, counted along the chain of handlers and ports that emit, on whatever threads
 * they run. For coordinators, and for whoever hands their work to another thread.
 */
public final class EmitDepth {

    /** Where the count lies among its cells: far from both ends, so that no two threads' counts share a cache line. */
    static final int COUNT = 48;

    private static final int DEEPEST = 8;
    private static final ThreadLocal<EmitDepth> CURRENT = ThreadLocal.withInitial(EmitDepth::new);

    /** Put back by a plain write: after a stack overflow even a call might not be possible. */
    final int[] cells = new int[2 * COUNT];

    /** The last outcome on this thread in which nobody had anything to say; see {@link HookOutcome#quiet}. */
    @Nullable
    HookOutcome lastQuiet;

    private EmitDepth() {}

    /** Throws inside the handler whose emit would go too deep. */
    static EmitDepth checked(String event) {
        EmitDepth current = CURRENT.get();
        if (current.cells[COUNT] >= DEEPEST) {
            throw new NestedEmitException(event, DEEPEST);
        }
        return current;
    }

    /** Does the work one deeper. */
    public static <T> T within(String event, Supplier<T> work) {
        int[] cells = checked(event).cells;
        int outside = cells[COUNT];
        cells[COUNT] = outside + 1;
        try {
            return work.get();
        } finally {
            cells[COUNT] = outside;
        }
    }

    public static int current() {
        return CURRENT.get().cells[COUNT];
    }

    /** Takes over the count of the thread that handed its work to this one. */
    public static void continueAt(int depth) {
        CURRENT.get().cells[COUNT] = depth;
    }
}
