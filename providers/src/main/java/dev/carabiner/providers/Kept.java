package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.langchain4j.data.message.AiMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a model wants to find with its answer when it is given the conversation again, such as signed thoughts. */
final class Kept {

    private static final String KEY = "kept_for_model";

    private Kept() {}

    /** For the answer's metadata. Of several signatures, LangChain4j does not tell which belongs to what. */
    static EventData of(AiMessage answer, String model, boolean thoughts) {
        Map<String, Object> attributes = new HashMap<>();
        answer.attributes().forEach((name, value) -> {
            boolean texts = value instanceof List<?> list && list.stream().allMatch(String.class::isInstance);
            if (texts || (value instanceof String text && !text.contains("\n"))) {
                attributes.put(name, value);
            }
        });
        return attributes.isEmpty()
                ? EventData.empty()
                : EventData.of(
                        KEY,
                        EventData.of("model", model, "attributes", attributes)
                                .with("thinking", thoughts ? answer.thinking() : null));
    }

    /** The metadata may come from this model or another one, or from a file. */
    static void restore(Map<String, @Nullable Object> metadata, String model, AiMessage.Builder answer) {
        if (metadata.get(KEY) instanceof Map<?, ?> kept && model.equals(kept.get("model"))) {
            Map<String, Object> attributes = new HashMap<>();
            if (kept.get("attributes") instanceof Map<?, ?> values) {
                values.forEach((name, value) -> attributes.put(String.valueOf(name), value));
            }
            answer.attributes(attributes).thinking(kept.get("thinking") instanceof String thought ? thought : null);
        }
    }
}
