package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which handlers of a chain are left out of an event because it is about a tool that they are not for. */
final class ToolFilter {

    /** A tool's name may come from a model: for more or longer ones than this, the answer is worked out each time. */
    private static final int MOST_KNOWN = 256;

    private static final int LONGEST_KNOWN = 128;

    /** For one tool; the array is null if every handler is for it. */
    private static final class Known {
        final Object tool;
        final boolean @Nullable [] leftOut;

        Known(Object tool, boolean @Nullable [] leftOut) {
            this.tool = tool;
            this.leftOut = leftOut;
        }
    }

    private final RegisteredHook[] hooks;
    private volatile Map<Object, Known> byTool = Map.of(); // copied to be changed: reading it takes no lock
    private @Nullable Known newest; // a race on it costs a look-up, no more

    private ToolFilter(RegisteredHook[] hooks) {
        this.hooks = hooks;
    }

    /** Null if every handler is for every tool. */
    static @Nullable ToolFilter of(RegisteredHook[] hooks) {
        boolean isNeeded =
                Arrays.stream(hooks).anyMatch(hook -> !hook.options().tools().isEmpty());
        return isNeeded ? new ToolFilter(hooks) : null;
    }

    /** For each handler whether it is left out; null for none. Data without a {@code tool_name} leave none out. */
    @SuppressWarnings("ReferenceEquality") // the same text object comes back often, and is found without hashing
    boolean @Nullable [] leftOut(EventData data) {
        Object tool = data.get("tool_name");
        if (tool == null) {
            return null;
        }
        Known seen = newest;
        if (seen != null && seen.tool == tool) {
            return seen.leftOut;
        }
        Known known = tool instanceof String ? byTool.get(tool) : null;
        return (known == null ? resolve(tool) : known).leftOut;
    }

    private Known resolve(Object tool) {
        boolean[] leftOut = new boolean[hooks.length];
        boolean any = false;
        for (int i = 0; i < hooks.length; i++) {
            leftOut[i] = !hooks[i].options().isFor(tool);
            any |= leftOut[i];
        }
        Known resolved = new Known(tool, any ? leftOut : null);
        Map<Object, Known> known = byTool;
        if (tool instanceof String name && name.length() <= LONGEST_KNOWN && known.size() < MOST_KNOWN) {
            Map<Object, Known> more = new HashMap<>(known);
            more.put(tool, resolved); // two threads may each lose the other's addition; then it is resolved once more
            byTool = more;
            newest = resolved;
        }
        return resolved;
    }
}
