package dev.carabiner.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Maps and lists, from the tokens of JSON. What becomes of a number is for each reader to say. */
record JsonTree(JsonParser parser, Function<JsonParser, @Nullable Number> number) {

    /** The object whose first token is the present one. */
    Map<String, @Nullable Object> object() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            fields.put(key, value());
        }
        return fields;
    }

    private List<@Nullable Object> array() {
        List<@Nullable Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value());
        }
        return values;
    }

    private @Nullable Object value() {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number.apply(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new InvalidJsonException("A JSON value was expected", null);
        };
    }
}
