package dev.carabiner.hook;

/** How many emits this one is inside of, counted along the chain of handlers that emit, on whatever threads they run. */
final class EmitDepth {

    private static final int DEEPEST = 8;
    private static final ThreadLocal<EmitDepth> CURRENT = ThreadLocal.withInitial(EmitDepth::new);

    private int depth;

    private EmitDepth() {}

    /** Throws if an emit here would be one too deep. */
    static EmitDepth check(String event) {
        EmitDepth current = CURRENT.get();
        if (current.depth == DEEPEST) {
            throw new NestedEmitException(event, DEEPEST);
        }
        return current;
    }

    static EmitDepth enter(String event) {
        EmitDepth current = check(event);
        current.depth++;
        return current;
    }

    void leave() {
        depth--;
    }

    static int current() {
        return CURRENT.get().depth;
    }

    /** Takes over the count of the thread that handed its work to this one. */
    static void continueAt(int depth) {
        CURRENT.get().depth = depth;
    }
}
