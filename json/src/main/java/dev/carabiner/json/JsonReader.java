package dev.carabiner.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** Reads one JSON object to maps and lists: no key twice, nothing behind it, and within limits from the first byte on. */
final class JsonReader {

    private final JsonFactory json;
    private final Function<JsonParser, @Nullable Number> number;

    JsonReader(int deepest, int largest, int mostDigits, Function<JsonParser, @Nullable Number> number) {
        this.json = JsonFactory.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(deepest)
                        .maxDocumentLength(largest)
                        .maxStringLength(largest)
                        .maxNameLength(largest)
                        .maxNumberLength(mostDigits)
                        .build())
                .build();
        this.number = number;
    }

    Map<String, @Nullable Object> read(byte[] text) {
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidJsonException("A JSON object was expected", null);
            }
            Map<String, @Nullable Object> object = object(parser);
            if (parser.nextToken() != null) {
                throw new InvalidJsonException("There is more behind the JSON object", null);
            }
            return object;
        } catch (JacksonException e) {
            throw new InvalidJsonException("Not acceptable as JSON: " + JsonFault.inWords(e), e);
        }
    }

    private Map<String, @Nullable Object> object(JsonParser parser) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            fields.put(key, value(parser));
        }
        return fields;
    }

    private List<@Nullable Object> array(JsonParser parser) {
        List<@Nullable Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return values;
    }

    private @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number.apply(parser);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw new InvalidJsonException("A JSON value was expected", null);
        };
    }
}
