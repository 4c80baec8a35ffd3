package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.runtime.provider.ToolSpec;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonAnyOfSchema;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNullSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schemas of tools in LangChain4j's words. Where those do not suffice, the schema goes out as it is if the service
 * takes it, and otherwise as well as it can be said: the input is checked against the real schema later anyway.
 */
final class Schemas {

    private static final Set<String> SAYABLE =
            Set.of("type", "description", "properties", "required", "items", "enum", "additionalProperties", "anyOf");

    private final boolean anySchema;

    Schemas(boolean anySchema) {
        this.anySchema = anySchema;
    }

    ToolSpecification tool(ToolSpec spec) {
        return ToolSpecification.builder()
                .name(spec.name())
                .description(spec.description())
                .parameters(object(spec.inputSchema()))
                .build();
    }

    private JsonObjectSchema object(EventData schema) {
        JsonObjectSchema.Builder object = JsonObjectSchema.builder().description(description(schema));
        children(schema, "properties").forEach((name, each) -> object.addProperty(name, element(each)));
        object.required(texts(schema.get("required")));
        if (schema.get("additionalProperties") instanceof Boolean allowed) {
            object.additionalProperties(allowed);
        }
        return object.build();
    }

    private JsonSchemaElement element(EventData schema) {
        if (anySchema && !sayable(schema)) {
            return JsonRawSchema.from(EventDataJson.write(schema));
        }
        List<EventData> choices = choices(schema);
        if (!choices.isEmpty()) {
            return JsonAnyOfSchema.builder()
                    .description(description(schema))
                    .anyOf(choices.stream().map(this::element).toList())
                    .build();
        }
        if (schema.get("enum") instanceof List<?> values && !values.isEmpty()) {
            return JsonEnumSchema.builder()
                    .description(description(schema))
                    .enumValues(values.stream().map(String::valueOf).toList())
                    .build();
        }
        return typed(schema, schema.get("type") instanceof String type ? type : "");
    }

    private JsonSchemaElement typed(EventData schema, String type) {
        String description = description(schema);
        return switch (type) {
            case "object" -> object(schema);
            case "array" ->
                JsonArraySchema.builder()
                        .description(description)
                        .items(element(child(schema.get("items"))))
                        .build();
            case "integer" ->
                JsonIntegerSchema.builder().description(description).build();
            case "number" -> JsonNumberSchema.builder().description(description).build();
            case "boolean" ->
                JsonBooleanSchema.builder().description(description).build();
            case "null" -> new JsonNullSchema();
            default ->
                schema.has("properties")
                        ? object(schema)
                        : JsonStringSchema.builder().description(description).build();
        };
    }

    /** Whether nothing of this schema gets lost on the way; what is inside is asked for itself. */
    private static boolean sayable(EventData schema) {
        boolean wordsEnough = SAYABLE.containsAll(schema.asMap().keySet());
        boolean typeClear = schema.get("type") instanceof String || schema.has("anyOf") || schema.has("enum");
        boolean enumOfTexts = !(schema.get("enum") instanceof List<?> values)
                || values.stream().allMatch(String.class::isInstance);
        boolean extrasClear =
                !schema.has("additionalProperties") || schema.get("additionalProperties") instanceof Boolean;
        boolean itemsClear = !"array".equals(schema.get("type")) || schema.get("items") instanceof Map<?, ?>;
        return wordsEnough && typeClear && enumOfTexts && extrasClear && itemsClear;
    }

    /** Alternatives: listed as such, or as several types of one value. */
    private static List<EventData> choices(EventData schema) {
        for (String key : List.of("anyOf", "oneOf")) {
            if (schema.get(key) instanceof List<?> alternatives && !alternatives.isEmpty()) {
                return alternatives.stream().map(Schemas::child).toList();
            }
        }
        if (schema.get("type") instanceof List<?> types && !types.isEmpty()) {
            return types.stream().map(type -> schema.with("type", type)).toList();
        }
        return List.of();
    }

    private static Map<String, EventData> children(EventData schema, String key) {
        Map<String, EventData> children = new LinkedHashMap<>();
        if (schema.get(key) instanceof Map<?, ?> map) {
            map.forEach((name, each) -> children.put(String.valueOf(name), child(each)));
        }
        return children;
    }

    /** {@code true} and nothing at all are schemas too, of anything. */
    private static EventData child(@Nullable Object schema) {
        EventData child =
                schema instanceof Map<?, ?> ? EventData.of("schema", schema).object("schema") : null;
        return child == null ? EventData.empty() : child;
    }

    private static @Nullable String description(EventData schema) {
        return schema.get("description") instanceof String text ? text : null;
    }

    private static List<String> texts(@Nullable Object value) {
        return value instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
