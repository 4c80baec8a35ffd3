package dev.carabiner.engine.explain;

import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.ListedHandler;
import java.util.List;

/**
 * One handler of a policy and what became of it.
 *
 * @param handler how it is registered
 * @param runs its call, and its second one if it was called again; empty if it was not called
 * @param why why it was not called, such as {@code only for Bash}; empty if it was
 */
public record HandlerNote(ListedHandler handler, List<HandlerRun> runs, String why) {

    public HandlerNote {
        runs = List.copyOf(runs);
    }

    /** The handler's name. */
    public String name() {
        return handler.name();
    }

    /** The handler's priority; lower ones run first. */
    public int priority() {
        return handler.options().priority();
    }

    /** Whether it was called. */
    public boolean matched() {
        return !runs.isEmpty();
    }
}
