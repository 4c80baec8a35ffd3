package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.provider.ToolSpec;
import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schemas of tools as LangChain4j takes them. It keeps as it is what it has no type for; where the service does not
 * take that, the schema is simplified before: the input is checked against the real schema later anyway.
 */
final class Schemas {

    private Schemas() {}

    static ToolSpecification tool(ToolSpec spec, boolean anySchema) {
        try {
            return tool(spec, object(spec.inputSchema().asMap(), anySchema));
        } catch (IllegalArgumentException e) {
            return tool(spec, object(spec.inputSchema().asMap(), false)); // LangChain4j is stricter than JSON Schema
        }
    }

    private static ToolSpecification tool(ToolSpec spec, Map<String, Object> parameters) {
        return ToolSpecification.fromJson(EventDataJson.write(
                EventData.of("name", spec.name(), "description", spec.description(), "parameters", parameters)));
    }

    private static Map<String, Object> object(Map<?, ?> schema, boolean anySchema) {
        Map<String, Object> object = described(schema, "type", "object");
        if (schema.get("required") instanceof List<?> names) {
            object.put("required", names.stream().map(String::valueOf).toList());
        }
        if (schema.get("additionalProperties") instanceof Boolean allowed) {
            object.put("additionalProperties", allowed);
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        if (schema.get("properties") instanceof Map<?, ?> each) {
            each.forEach((name, it) ->
                    properties.put(String.valueOf(name), anySchema && it instanceof Map<?, ?> map ? map : simple(it)));
        }
        object.put("properties", properties);
        return object;
    }

    private static Map<String, Object> simple(@Nullable Object value) {
        Map<?, ?> schema = value instanceof Map<?, ?> map ? map : Map.of(); // true is a schema too, of anything
        List<?> choices = choices(schema);
        if (!choices.isEmpty()) {
            return described(
                    schema, "anyOf", choices.stream().map(Schemas::simple).toList());
        }
        if (schema.get("enum") instanceof List<?> values && !values.isEmpty()) {
            return described(
                    schema, "enum", values.stream().map(String::valueOf).toList());
        }
        String usual = schema.containsKey("properties") ? "object" : "string";
        String type = schema.get("type") instanceof String named ? named : usual;
        if (type.equals("object")) {
            return object(schema, false);
        }
        Map<String, Object> simple = described(type.equals("null") ? Map.of() : schema, "type", type);
        if (type.equals("array")) {
            simple.put("items", simple(schema.get("items")));
        }
        return simple;
    }

    private static Map<String, Object> described(Map<?, ?> schema, String key, Object value) {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put(key, value);
        if (schema.get("description") instanceof String description) {
            described.put("description", description);
        }
        return described;
    }

    /** Alternatives: listed as such, or as several types of one value. */
    private static List<?> choices(Map<?, ?> schema) {
        Object listed = schema.containsKey("anyOf") ? schema.get("anyOf") : schema.get("oneOf");
        if (listed instanceof List<?> alternatives) {
            return alternatives;
        }
        if (!(schema.get("type") instanceof List<?> types)) {
            return List.of();
        }
        return types.stream()
                .map(type -> {
                    Map<Object, @Nullable Object> one = new LinkedHashMap<>(schema);
                    one.put("type", type);
                    return one;
                })
                .toList();
    }
}
