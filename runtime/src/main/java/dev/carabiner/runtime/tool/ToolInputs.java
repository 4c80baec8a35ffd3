package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The words in which the shipped tools describe their inputs, and read them once they are checked. */
final class ToolInputs {

    private ToolInputs() {}

    /** @param properties alternating names and schemas */
    static EventData object(List<String> required, String name, EventData schema, @Nullable Object... properties) {
        return EventData.of(
                "type",
                "object",
                "properties",
                EventData.of(name, schema, properties),
                "required",
                required,
                "additionalProperties",
                false);
    }

    static EventData text(String description) {
        return EventData.of("type", "string", "description", description);
    }

    static EventData path(String description) {
        return text(description).with("minLength", 1).with("maxLength", 4096);
    }

    static EventData number(String description, int least) {
        return EventData.of("type", "integer", "description", description, "minimum", least);
    }

    static EventData flag(String description) {
        return EventData.of("type", "boolean", "description", description);
    }

    static EventData oneOf(String description, String... values) {
        return text(description).with("enum", List.of(values));
    }

    static EventData list(String description, EventData items, int most) {
        return EventData.of(
                "type", "array", "description", description, "items", items, "minItems", 1, "maxItems", most);
    }

    static String required(EventData input, String key) {
        return Objects.requireNonNull(input.text(key), key);
    }

    static String text(EventData input, String key, String otherwise) {
        return input.get(key) instanceof String text ? text : otherwise;
    }

    static long number(EventData input, String key, long otherwise) {
        return input.get(key) instanceof Number number ? number.longValue() : otherwise;
    }

    /** A list of objects. */
    static List<EventData> objects(EventData input, String key) {
        List<?> list = (List<?>) Objects.requireNonNull(input.get(key), key);
        return list.stream()
                .map(each -> EventData.of("it", each).object("it"))
                .map(Objects::requireNonNull)
                .toList();
    }

    static boolean flag(EventData input, String key) {
        return Boolean.TRUE.equals(input.get(key));
    }
}
