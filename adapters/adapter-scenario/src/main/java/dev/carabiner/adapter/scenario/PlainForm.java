package dev.carabiner.adapter.scenario;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Events and records as one text each. Every field is in it, but for those that may differ between frameworks, which are
 * named here; an id is replaced by what it is the id of.
 */
final class PlainForm {

    private static final Set<String> TIMES =
            Set.of("timestamp", "created_at", "expires_at", "duration_ms", "start_nanos", "elapsed_nanos");

    /** What a framework calls its parts, and what it tells of them in a vocabulary of its own. */
    private static final Set<String> NAMES =
            Set.of("provider", "model", "orchestrator", "agent_name", "mount_plan", "config_override", "stop_reason");

    /** What only the runtime has: its tool for sub-agents names the child, and it counts its instructions as a message. */
    private static final Set<String> ITS_OWN = Set.of("child_session_id", "total_messages");

    private static final Set<String> IDS =
            Set.of("session_id", "parent_session_id", "emit", "parent", "permit", "request_id", "approval_id");

    private final Map<String, String> names = new HashMap<>();

    /** Has this id be shown by a name. The first name counts. */
    void name(@Nullable String id, String name) {
        if (id != null) {
            names.putIfAbsent(id, name);
        }
    }

    String nameOf(@Nullable String id) {
        return names.getOrDefault(String.valueOf(id), "unknown");
    }

    String of(EventData data) {
        return of((Object) data.asMap());
    }

    private String of(@Nullable Object value) {
        return switch (value) {
            // The sub-agent is called by a tool of the runtime's own.
            case Map<?, ?> map when map.containsKey("subagent_type") -> "{text=" + map.get("prompt") + "}";
            case String text when text.equals("Task") -> "expert";
            case String text when text.startsWith("{\"") -> of(EventDataJson.read(text));
            case Map<?, ?> map -> object(map);
            case List<?> list -> list(list);
            case null -> "null";
            default -> String.valueOf(value);
        };
    }

    private String object(Map<?, ?> map) {
        Map<String, String> sorted = new TreeMap<>();
        map.forEach((any, field) -> {
            String key = String.valueOf(any);
            if (isCompared(key) && field != null) {
                sorted.put(key, isId(key, field) ? nameOf(String.valueOf(field)) : of(field));
            }
        });
        return sorted.toString();
    }

    /** A tool may call its input a request, too. */
    private boolean isId(String key, Object value) {
        return IDS.contains(key) || (key.equals("request") && names.containsKey(String.valueOf(value)));
    }

    private static boolean isCompared(String key) {
        return !TIMES.contains(key) && !NAMES.contains(key) && !ITS_OWN.contains(key);
    }

    private String list(List<?> list) {
        List<String> all = new ArrayList<>();
        list.forEach(it -> all.add(of(it)));
        if (all.contains("note")) {
            all.sort(Comparator.naturalOrder()); // the names of tools
        }
        return all.toString();
    }
}
