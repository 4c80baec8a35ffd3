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

    record Entry(int id, String event, int priority, String name, FailurePolicy policy, Answer answer) {

        boolean isPattern() {
            return event.endsWith("*");
        }

        String listedUnder() {
            return canonical(event);
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    private Map<String, Object> defaults = Map.of();
    private int generated;

    static String canonical(String name) {
        return ALIASES.getOrDefault(name, name);
    }

    /** Gives the name under which it was registered. */
    String register(int id, String event, int priority, @Nullable String name, FailurePolicy policy, Answer answer) {
        String known = name != null ? name : "hook-" + ++generated;
        entries.add(new Entry(id, event, priority, known, policy, answer));
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
        var emit = new ModelEmit(merged(given));
        for (Entry entry : hearing(emitted)) {
            if (!emit.run(entry, entry.isPattern() ? canonical(emitted) : entry.event)) {
                break;
            }
        }
        return emit.observed();
    }

    /** What is collected, as texts. */
    List<String> collect(String emitted, Map<String, Object> given) {
        List<String> collected = new ArrayList<>();
        for (Entry entry : hearing(emitted)) {
            switch (entry.answer.kind()) {
                case OFFER, REPLACE_DATA, ADD_TO_DATA ->
                    collected.add(entry.answer.newFields(merged(given)).toString());
                default -> {}
            }
        }
        return collected;
    }

    static String actionOf(Answer answer) {
        return switch (answer.kind()) {
            case REPLACE_DATA, ADD_TO_DATA -> "modify";
            case INJECT -> "inject_context";
            case ASK -> "ask_user";
            case NULL, CONTINUE, OFFER -> "continue";
            default -> answer.kind().name().toLowerCase(Locale.ROOT);
        };
    }
}
