package dev.carabiner.hook;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rules of SPEC.md, sections 1 and 2, as plainly as they can be written down, and as slowly. */
final class ModelRegistry {

    private static final Map<String, String> ALIASES = Map.of(
            "context:pre-compact", "context:pre_compact",
            "execution:end", "execution:complete",
            "tool:error", "error:tool",
            "provider:error", "error:provider",
            "orchestrator:error", "error:orchestration");

    /** A registration: how it is marked, and what it answers to its first call in an emit and to the second. */
    record Entry(
            int id,
            String event,
            int priority,
            String name,
            @Nullable FailurePolicy policy,
            boolean guard,
            boolean concurrent,
            List<String> tools,
            Answer answer,
            Answer second) {

        Entry named(String newName) {
            return new Entry(id, event, priority, newName, policy, guard, concurrent, tools, answer, second);
        }

        /** Whether its first call runs into its timeout; both are made on threads of their own. */
        boolean isLate() {
            return answer.kind() == Answer.Kind.LATE;
        }

        boolean isPattern() {
            return event.endsWith("*");
        }

        String listedUnder() {
            return canonical(event);
        }

        String nameGiven(String emitted) {
            return isPattern() ? canonical(emitted) : event;
        }

        FailurePolicy failurePolicy() {
            if (policy != null) {
                return policy;
            }
            return guard ? FailurePolicy.DENY : FailurePolicy.CONTINUE;
        }

        boolean isFor(Map<String, Object> data) {
            Object tool = data.get("tool_name");
            return tools.isEmpty() || tool == null || tools.stream().anyMatch(known -> covers(known, tool));
        }

        private static boolean covers(String known, Object tool) {
            return known.endsWith("*")
                    ? tool instanceof String text && text.startsWith(known.replace("*", ""))
                    : known.equals(tool);
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private Map<String, Object> defaults = Map.of();
    private int generated;

    static String canonical(String name) {
        return ALIASES.getOrDefault(name, name);
    }

    /** Gives the name under which it was registered; an empty one is generated. */
    String register(Entry entry) {
        String known = entry.name.isEmpty() ? "hook-" + ++generated : entry.name;
        entries.add(entry.named(known));
        return known;
    }

    void close(int id) {
        entries.removeIf(entry -> entry.id == id);
    }

    void setDefaults(Map<String, Object> fields) {
        defaults = fields;
    }

    Map<String, List<String>> listing() {
        Map<String, List<String>> names = new TreeMap<>();
        for (Entry entry : inOrder(entries)) {
            names.computeIfAbsent(entry.listedUnder(), event -> new ArrayList<>())
                    .add(entry.name);
        }
        return names;
    }

    Map<String, Object> merged(Map<String, Object> data) {
        Map<String, Object> merged = new LinkedHashMap<>(defaults);
        merged.putAll(data);
        return merged;
    }

    List<Entry> hearing(String emitted) {
        return inOrder(entries.stream()
                .filter(entry -> hears(entry, canonical(emitted)))
                .toList());
    }

    private static List<Entry> inOrder(List<Entry> entries) {
        return entries.stream().sorted(Comparator.comparingInt(Entry::priority)).toList();
    }

    private static boolean hears(Entry entry, String event) {
        if (!entry.isPattern()) {
            return canonical(entry.event).equals(event);
        }
        String prefix = entry.event.substring(0, entry.event.length() - 1);
        boolean byAlias = ALIASES.entrySet().stream()
                .anyMatch(alias ->
                        alias.getValue().equals(event) && alias.getKey().startsWith(prefix));
        return event.startsWith(prefix) || byAlias;
    }

    Observed emit(String emitted, Map<String, Object> given) {
        return new ModelEmit(emitted, merged(given)).run(levels(hearing(emitted)));
    }

    private static List<List<Entry>> levels(List<Entry> entries) {
        List<List<Entry>> levels = new ArrayList<>();
        Entry before = null;
        for (Entry entry : entries) {
            boolean joins =
                    before != null && before.concurrent && entry.concurrent && before.priority == entry.priority;
            if (!joins) {
                levels.add(new ArrayList<>());
            }
            levels.getLast().add(entry);
            before = entry;
        }
        return levels;
    }

    /** What is collected, as texts. */
    List<String> collect(String emitted, Map<String, Object> given) {
        List<String> collected = new ArrayList<>();
        Map<String, Object> data = merged(given);
        for (Entry entry : hearing(emitted)) {
            boolean offers = entry.answer.kind() == Answer.Kind.OFFER
                    || entry.answer.kind().modifies();
            if (offers && entry.isFor(data)) {
                collected.add(entry.answer.newFields(data).toString());
            }
        }
        return collected;
    }

    static String actionOf(Answer answer) {
        return switch (answer.kind()) {
            case INJECT -> "inject_context";
            case ASK -> "ask_user";
            case NULL, CONTINUE, OFFER -> "continue";
            default ->
                answer.kind().modifies() ? "modify" : answer.kind().name().toLowerCase(Locale.ROOT);
        };
    }

    static String failureOf(Answer answer) {
        return switch (answer.kind()) {
            case INVALID -> "INVALID_RESULT";
            case LATE -> "TIMEOUT";
            default -> "EXCEPTION";
        };
    }

    static String problemOf(Answer answer) {
        return answer.kind() == Answer.Kind.LATE
                ? "no result within " + Answer.LATE_TIMEOUT_MILLIS + " ms"
                : answer.text();
    }
}
