package dev.carabiner.guard.rule;

import dev.carabiner.event.EventData;
import java.util.HashMap;
import java.util.Map;

/** What the rules are asked about, and what was found out about it on the way. Used by one thread after another. */
final class Operation {

    /** Stands for a question that is of no session. */
    static final String NO_SESSION = "";

    private final String session;
    private final String hook;
    private final String tool;
    private final EventData input;
    private final Map<String, ShellLine> lines = new HashMap<>();

    Operation(String session, String hook, String tool, EventData input) {
        this.session = session;
        this.hook = hook;
        this.tool = tool;
        this.input = input;
    }

    String session() {
        return session;
    }

    String hook() {
        return hook;
    }

    String tool() {
        return tool;
    }

    EventData input() {
        return input;
    }

    ShellLine line(String text) {
        ShellLine known = lines.get(text);
        return known != null ? known : lines.computeIfAbsent(text, ShellLine::new);
    }
}
