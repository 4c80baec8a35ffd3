package dev.carabiner.bridge.program;

import dev.carabiner.event.EventData;
import dev.carabiner.event.EventNames;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.Mount;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** What hooks outside this JVM have in common: for which events they are called, how long, and what their failure means. */
public final class OutsideHook {

    /** How long one is waited for where the bundle does not say. */
    public static final Duration USUAL_TIMEOUT = Duration.ofSeconds(10);

    /** The events that a deny stops: a hook for one of these is a guard, and its failure denies. */
    private static final Set<String> STOPPABLE = Set.of(
            "tool:pre",
            "prompt:submit",
            "provider:request",
            "execution:complete",
            "context:pre_compact",
            "agent:spawn",
            "session:start");

    private final String name;
    private final List<String> events;
    private final List<String> tools;
    private final @Nullable Pattern pattern;
    private final boolean concurrent;
    private final Duration timeout;

    private OutsideHook(String name, List<String> events, HookConfig config) {
        this.name = name;
        this.events = events;
        tools = config.texts("tools", List.of());
        pattern = pattern(name, config.text("pattern", ""));
        concurrent = config.flag("concurrent", false);
        timeout = config.timeout() == null ? USUAL_TIMEOUT : config.timeout();
    }

    /** The keys of its settings, and more. */
    public static Map<String, ConfigType> keys(Map<String, ConfigType> more) {
        Map<String, ConfigType> keys = new HashMap<>(more);
        keys.put("events", ConfigType.TEXTS);
        keys.put("tools", ConfigType.TEXTS);
        keys.put("pattern", ConfigType.TEXT);
        keys.put("concurrent", ConfigType.FLAG);
        return keys;
    }

    /** The values of keys that a bundle does not set. */
    public static EventData defaults() {
        return EventData.of("events", List.of("tool:pre"), "tools", List.of(), "concurrent", false);
    }

    /**
     * What a bundle says about one.
     *
     * @throws IllegalArgumentException if a setting cannot be used
     */
    public static OutsideHook of(String module, HookConfig config) {
        String name = config.name() == null ? module : config.name();
        List<String> events = config.texts("events", List.of("tool:pre"));
        if (events.isEmpty()) {
            throw new IllegalArgumentException(
                    "events of " + name + " is empty; expected at least one, as in tool:pre");
        }
        events.forEach(EventNames::requireNameOrPattern);
        return new OutsideHook(name, events, config);
    }

    private static @Nullable Pattern pattern(String name, String text) {
        try {
            return text.isEmpty() ? null : Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "pattern of " + name + " is no regular expression: " + e.getDescription(), e);
        }
    }

    /** Its name in outcomes and records. */
    public String name() {
        return name;
    }

    /** How long one call may take. */
    public Duration timeout() {
        return timeout;
    }

    /** Asks it about an event, within its time. */
    @FunctionalInterface
    public interface Asking {
        /** The answer, or null to continue; waits. What it throws is a failure of the hook, to which its policy applies. */
        @Nullable
        HookResult ask(String event, EventData data) throws Exception;
    }

    /** Registers it for each of its events. */
    public void register(Mount mount, Asking asking) {
        for (String event : events) {
            HookOptions options = HookOptions.forEvent(event).name(name);
            options = tools.isEmpty() ? options : options.tools(tools.toArray(String[]::new));
            options = STOPPABLE.contains(event) || event.endsWith("*") ? options.guard() : options;
            options = concurrent ? options.concurrent() : options;
            mount.hooks().register(options, (occurred, data) -> isMeant(data) ? asking.ask(occurred, data) : null);
        }
    }

    /** The pattern is looked for in the tool's input, as JSON; without one in all of the data. */
    private boolean isMeant(EventData data) {
        if (pattern == null) {
            return true;
        }
        EventData input = data.get("tool_input") instanceof Map ? data.object("tool_input") : null;
        return pattern.matcher(EventDataJson.write(input == null ? data : input))
                .find();
    }
}
