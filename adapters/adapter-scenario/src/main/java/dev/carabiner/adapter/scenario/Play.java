package dev.carabiner.adapter.scenario;

import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What has happened, without what may differ between frameworks: times, ids of sessions and emits, the names of the
 * framework's model and loop, and the order of calls that ran beside each other.
 */
record Play(List<String> events, List<String> records, List<String> ran, List<String> said) {

    private static final Set<String> NAMES_AND_TIMES = Set.of(
            "timestamp",
            "session_id",
            "duration_ms",
            "provider",
            "model",
            "orchestrator",
            "mount_plan",
            "agent_name",
            "parent_session_id",
            "config_override",
            "stop_reason",
            "request_id",
            "digest",
            "approval_id",
            "metadata",
            "child_session_id",
            "usage",
            "source",
            "expires_at",
            "created_at",
            "stats",
            "time",
            "hash",
            "prev",
            "seq",
            "emit",
            "parent",
            "session");

    static Play of(List<EventData> seen, Path log, List<String> ran, List<String> said) throws IOException {
        Verdict verdict = LogVerifier.verify(log, null, List.of());
        if (verdict.result() != Verdict.Result.NOT_ANCHORED) {
            throw new AssertionError(verdict.explanation());
        }
        Sessions sessions = new Sessions();
        List<String> events = new ArrayList<>();
        seen.forEach(it -> events.add(sessions.name(it.text("session_id")) + " " + event(it)));
        List<String> records = new ArrayList<>();
        for (EventData line : lines(log)) {
            if (!"audit".equals(line.text("actor"))) { // what the log says of itself
                records.add(sessions.name(line.text("session")) + " " + record(line));
            }
        }
        return new Play(ordered(events), sorted(records), ran, said);
    }

    private static List<EventData> lines(Path log) throws IOException {
        List<EventData> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(log)) {
            for (Path file : files.filter(it -> it.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    all.add(EventDataJson.read(line));
                }
            }
        }
        return all;
    }

    private static String event(EventData data) {
        return data.text("event_name") + " " + plain(data.without("event_name").asMap());
    }

    /** Decisions and who made them; the data of an emit are compared as events. */
    private static String record(EventData line) {
        EventData data = line.object("data").with("type", line.text("type")).with("actor", line.text("actor"));
        Map<String, @Nullable Object> kept = new TreeMap<>();
        for (String key : List.of(
                "type",
                "event",
                "action",
                "reason",
                "decided_by",
                "actor",
                "by",
                "tool",
                "tool_call_id",
                "prompt",
                "options",
                "granted",
                "how",
                "option",
                "fate",
                "role",
                "ephemeral",
                "tokens",
                "index",
                "pieces",
                "changes")) {
            if (data.get(key) != null) {
                kept.put(key, data.get(key));
            }
        }
        return plain(kept);
    }

    /** Calls of one answer may run in any order, so their records have none. */
    private static List<String> sorted(List<String> records) {
        return records.stream().sorted().toList();
    }

    /** What happens between the answer with several calls and the next request is sorted by call. */
    private static List<String> ordered(List<String> events) {
        List<String> all = new ArrayList<>();
        List<String> parallel = new ArrayList<>();
        boolean isParallel = false;
        for (String event : events) {
            if (isParallel && event.contains(" provider:request ")) {
                parallel.sort(Comparator.comparing(Play::call).thenComparing(Comparator.naturalOrder()));
                all.addAll(parallel);
                parallel.clear();
                isParallel = false;
            }
            (isParallel ? parallel : all).add(event);
            if (event.contains(" provider:response ") && event.split("\"?id\"?=", -1).length > 2) {
                isParallel = true;
            }
        }
        all.addAll(parallel);
        return all;
    }

    private static String call(String event) {
        int at = event.indexOf("tool_call_id=");
        return at < 0 ? "" : event.substring(at, Math.min(event.length(), at + 16));
    }

    private static String plain(@Nullable Object value) {
        return switch (value) {
            // The sub-agent is called by a tool of the runtime's own.
            case Map<?, ?> map when map.containsKey("subagent_type") -> "{text=" + map.get("prompt") + "}";
            case String text when text.equals("Task") -> "expert";
            case String text
            when text.startsWith("{\"") -> plain(EventDataJson.read(text).asMap());
            case Map<?, ?> map -> {
                Map<String, String> sorted = new TreeMap<>();
                map.forEach((key, field) -> {
                    if (!NAMES_AND_TIMES.contains(String.valueOf(key)) && field != null) {
                        sorted.put(String.valueOf(key), plain(field));
                    }
                });
                yield sorted.toString();
            }
            case List<?> list -> {
                List<String> all = new ArrayList<>();
                list.forEach(it -> all.add(plain(it)));
                if (all.contains("note")) {
                    all.sort(Comparator.naturalOrder()); // the names of tools
                }
                yield all.toString();
            }
            case null -> "null";
            default -> String.valueOf(value);
        };
    }

    /** Sessions in the order in which they were seen. */
    private static final class Sessions {

        private final Map<String, String> names = new LinkedHashMap<>();

        String name(@Nullable String id) {
            return names.computeIfAbsent(String.valueOf(id), any -> "s" + (names.size() + 1));
        }
    }
}
