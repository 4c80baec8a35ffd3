package dev.carabiner.session;

import dev.carabiner.hook.EmitDepth;

/** Hands work to another thread, together with the scope of this one. */
final class Handover {

    private Handover() {}

    /** The work, to be run once on another thread as part of what this thread does. */
    static Runnable carrying(Runnable work) {
        int depth = EmitDepth.current();
        return () -> {
            int before = EmitDepth.current();
            EmitDepth.continueAt(depth);
            try {
                work.run();
            } finally {
                EmitDepth.continueAt(before);
            }
        };
    }
}
