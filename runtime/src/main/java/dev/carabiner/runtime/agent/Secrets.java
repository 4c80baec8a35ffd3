package dev.carabiner.runtime.agent;

import dev.carabiner.context.ToolCall;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ProviderModule;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The keys of providers, as the bundle and the environment have them: no tool result may carry one to the hooks, the
 * transcript or the model, however the tool has come by it, and no model's answer, however the model has learned it.
 */
final class Secrets {

    static final String MARK = "[a provider's key was here]";

    /** What is shorter is no key, and stands in texts for other reasons. */
    private static final int SHORTEST = 8;

    private final List<String> values;

    private Secrets(Set<String> values) {
        this.values = values.stream()
                .filter(value -> value.length() >= SHORTEST)
                .sorted(Comparator.comparingInt(String::length).reversed()) // one may be the beginning of another
                .toList();
    }

    static Secrets of(Bundle bundle, AgentCatalog modules, UnaryOperator<@Nullable String> environment) {
        Set<String> values = new LinkedHashSet<>();
        for (ModuleSpec spec : bundle.providers()) {
            add(values, spec.config().get("api_key"));
            if (spec.config().get("api_key_env") instanceof String variable) {
                add(values, environment.apply(variable));
            }
        }
        for (ProviderModule module : modules.providers()) {
            module.keyVariables().forEach(variable -> add(values, environment.apply(variable)));
        }
        return new Secrets(values);
    }

    private static void add(Set<String> values, @Nullable Object value) {
        if (value instanceof String text) {
            values.add(text.strip());
        }
    }

    String hiddenIn(String text) {
        String hidden = text;
        for (String value : values) {
            hidden = hidden.replace(value, MARK);
        }
        return hidden;
    }

    /** How many of a text's last characters may be the beginning of a key. */
    int begunIn(String text) {
        int longest = 0;
        for (String value : values) {
            int begun = Math.min(value.length() - 1, text.length());
            while (begun > longest && !text.endsWith(value.substring(0, begun))) {
                begun--;
            }
            longest = Math.max(longest, begun);
        }
        return longest;
    }

    /** For the session: hides them in what a tool gave back, before a handler, the record or the model sees it. */
    List<UnaryOperator<EventData>> maskers() {
        return values.isEmpty() ? List.of() : List.of(data -> hiddenIn(hiddenIn(data, "tool_result"), "error"));
    }

    private EventData hiddenIn(EventData data, String key) {
        Object value = data.get(key);
        return value == null ? data : data.with(key, hiddenInAny(value));
    }

    ModelAnswer hiddenIn(ModelAnswer answer) {
        if (values.isEmpty()) {
            return answer;
        }
        List<ToolCall> calls = answer.toolCalls().stream()
                .map(call -> new ToolCall(
                        hiddenIn(call.id()),
                        hiddenIn(call.name()),
                        EventData.of(fields(call.input().asMap()))))
                .toList();
        return new ModelAnswer(
                hiddenIn(answer.text()),
                calls,
                answer.usage(),
                hiddenIn(answer.stopReason()),
                EventData.of(fields(answer.metadata().asMap())));
    }

    private Map<String, @Nullable Object> fields(Map<?, ?> fields) {
        Map<String, @Nullable Object> hidden = new LinkedHashMap<>();
        fields.forEach((key, value) -> hidden.put(hiddenIn(String.valueOf(key)), hiddenInAny(value)));
        return hidden;
    }

    private @Nullable Object hiddenInAny(@Nullable Object value) {
        return switch (value) {
            case String text -> hiddenIn(text);
            case Map<?, ?> map -> fields(map);
            case List<?> list -> list.stream().map(this::hiddenInAny).toList();
            case null, default -> value;
        };
    }
}
