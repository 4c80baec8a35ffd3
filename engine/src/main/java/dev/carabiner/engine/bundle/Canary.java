package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A probe that a guard must not let pass. The guard alone is asked about it, at the start of a session and from time to
 * time; nothing is run, and no permit can come of it.
 *
 * @param event what the guard is told to have happened, usually {@code tool:pre}
 * @param at where it stands
 */
public record Canary(Demand demand, String event, EventData data, Position at) {

    /** What is demanded of the guard. */
    public enum Demand {
        /** It denies. */
        DENY,
        /** It asks a human, or denies. */
        ASK;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether the guard's own answer is what is demanded, or stricter. */
    public boolean holds(HookOutcome answered) {
        return answered.denied() || (demand == Demand.ASK && answered.action() == Action.ASK_USER);
    }

    /** In one line, as in {@code Bash: rm -rf /}. */
    @Override
    public String toString() {
        if (!isCall()) {
            return event + " " + data;
        }
        String tool = String.valueOf(data.get("tool_name"));
        EventData input = Objects.requireNonNull(data.object("tool_input"), "a call has its input");
        boolean shell = tool.equals(CanaryShape.SHELL) && input.asMap().size() == 1;
        return tool + ": " + (shell && input.get("command") instanceof String command ? command : input);
    }

    /** Whether it is a call of a tool, whole. */
    boolean isCall() {
        return event.equals("tool:pre")
                && data.asMap().size() == 2
                && data.get("tool_name") instanceof String
                && data.get("tool_input") instanceof Map;
    }
}
