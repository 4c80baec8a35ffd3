package dev.carabiner.cli.terminal;

import dev.carabiner.event.EventData;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which session is whose child, and what is going on in each, as far as a display needs it. */
final class SessionTree {

    private static final int MOST = 1_000;
    private static final int DEEPEST_INDENT = 8;

    /** What goes on in one session. */
    static final class Calls {
        int open;

        @Nullable
        EventData input;

        String refusal = "";
    }

    private final Map<String, Integer> depths = new Bounded<>();
    private final Map<String, Calls> calls = new Bounded<>();

    /** A child says who its parent is when it begins. */
    void learn(EventData data) {
        String parent = LenientFields.text(data, "parent_session_id");
        String session = LenientFields.text(data, "session_id");
        if (!parent.isEmpty() && !parent.equals(session)) {
            depths.put(session, depth(parent) + 1);
        }
    }

    int depth(String session) {
        return depths.getOrDefault(session, 0);
    }

    String indent(String session) {
        return "  ".repeat(Math.min(depth(session), DEEPEST_INDENT));
    }

    Calls calls(String session) {
        return calls.computeIfAbsent(session, unused -> new Calls());
    }

    /** Of the many children of a long session, the oldest are forgotten. */
    static final class Bounded<V> extends LinkedHashMap<String, V> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > MOST;
        }
    }
}
