package dev.carabiner.hook;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventNames;
import dev.carabiner.event.EventType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a handler is registered. Start with {@link #forEvent}; each method returns changed options and may be called
 * again, then the last call counts. What cannot work throws {@link InvalidHookException} here, before any event.
 *
 * @param event a name or a pattern
 * @param priority lower runs first
 * @param name null to have one generated
 * @param timeout null for none: then the handler runs on the emitting thread, unless it is in a level
 * @param policy what its failure means, if that was set; see {@link #onFailure()}
 * @param isGuard whether it must have seen the final data; see {@link #guard()}
 * @param isConcurrent whether it may run beside others; see {@link #concurrent()}
 * @param tools for which tools it is called; empty for all; see {@link #tools(String...)}
 */
public record HookOptions(
        String event,
        int priority,
        @Nullable String name,
        @Nullable Duration timeout,
        @Nullable FailurePolicy policy,
        boolean isGuard,
        boolean isConcurrent,
        List<String> tools) {

    public HookOptions {
        EventNames.requireNameOrPattern(event);
        if (name != null && (name.isBlank() || name.codePoints().anyMatch(VisibleText::isDeceptive))) {
            throw new InvalidHookException(
                    "A hook for " + event + " has a name that is blank or holds control or invisible characters");
        }
        if (timeout != null && (timeout.isNegative() || timeout.isZero())) {
            throw new InvalidHookException("The timeout of hook " + name + " for " + event + " is " + timeout
                    + ", expected a positive duration");
        }
        tools = List.copyOf(tools);
        for (String tool : tools) {
            requireToolName(tool, name, event);
        }
    }

    private static void requireToolName(String tool, @Nullable String name, String event) {
        int star = tool.indexOf('*');
        if (tool.isBlank() || (star >= 0 && star < tool.length() - 1)) {
            throw new InvalidHookException("The hook " + name + " for " + event + " is for the tool \""
                    + VisibleText.inOneLine(tool) + "\", expected a tool's name, or its beginning and a * at the end");
        }
    }

    /** Priority 0, a generated name, no timeout, failures that are logged and do nothing else. */
    public static HookOptions forEvent(String event) {
        return new HookOptions(event, 0, null, null, null, false, false, List.of());
    }

    /** The same for a known event or one that a program declared. */
    public static HookOptions forEvent(EventType<?> type) {
        return forEvent(type.name());
    }

    /** Lower runs first; equal ones run in the order of their registration. */
    public HookOptions priority(int newPriority) {
        return new HookOptions(event, newPriority, name, timeout, policy, isGuard, isConcurrent, tools);
    }

    /** The name in outcomes and records. Several handlers may have the same one. */
    public HookOptions name(String newName) {
        Objects.requireNonNull(newName, "name");
        return new HookOptions(event, priority, newName, timeout, policy, isGuard, isConcurrent, tools);
    }

    /**
     * Runs the handler on a thread of its own. If it takes longer, it has failed: it is interrupted and abandoned, and
     * what it answers afterwards changes nothing.
     */
    public HookOptions timeout(Duration limit) {
        Objects.requireNonNull(limit, "timeout");
        return new HookOptions(event, priority, name, limit, policy, isGuard, isConcurrent, tools);
    }

    /** Sets what the handler's failure means; this also overrules what {@link #guard()} says of it. */
    public HookOptions onFailure(FailurePolicy newPolicy) {
        Objects.requireNonNull(newPolicy, "the failure policy of a hook");
        return new HookOptions(event, priority, name, timeout, newPolicy, isGuard, isConcurrent, tools);
    }

    /** What the handler's failure means: what was set, else deny for a guard and continue for any other. */
    public FailurePolicy onFailure() {
        if (policy != null) {
            return policy;
        }
        return isGuard ? FailurePolicy.DENY : FailurePolicy.CONTINUE;
    }

    /**
     * Marks a handler whose failure denies, unless a policy is set, and which must have seen the final data: if these
     * differ from what it answered for, it is called once more, with the final data, before the outcome is settled. Then
     * a modification is a failure, and its second answer replaces the first.
     */
    public HookOptions guard() {
        return new HookOptions(event, priority, name, timeout, policy, true, isConcurrent, tools);
    }

    /**
     * Marks a handler that may run beside others. Neighbours in running order that have the same priority and are all so
     * marked form a level: each is called on a thread of its own with the data from before the level. The outcome does
     * not depend on which of them ends first.
     */
    public HookOptions concurrent() {
        return new HookOptions(event, priority, name, timeout, policy, isGuard, true, tools);
    }

    /**
     * Calls the handler only for these tools where the event's data have a {@code tool_name}, and always where they have
     * none. A guard that was left out is called with the final data if a later handler made them about one of its tools.
     *
     * @param names exact names, or beginnings with a {@code *} at the end, such as {@code mcp__*}; at least one
     */
    public HookOptions tools(String... names) {
        if (names.length == 0) {
            throw new InvalidHookException("The hook " + name + " for " + event + " is for no tool at all");
        }
        List<String> given = new ArrayList<>();
        for (String tool : names) {
            given.add(Objects.requireNonNull(tool, "the name of a tool"));
        }
        return new HookOptions(event, priority, name, timeout, policy, isGuard, isConcurrent, given);
    }

    /** Whether the handler is called for an event with this {@code tool_name}. */
    boolean isFor(Object toolName) {
        if (tools.isEmpty()) {
            return true;
        }
        return toolName instanceof String text && tools.stream().anyMatch(tool -> covers(tool, text));
    }

    private static boolean covers(String tool, String name) {
        return tool.endsWith("*") ? name.startsWith(tool.substring(0, tool.length() - 1)) : tool.equals(name);
    }
}
