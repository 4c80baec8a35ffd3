package dev.carabiner.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * The data of a record of the audit log, for whoever looks something up in them. A record may hold more than event data
 * may: it is nested deeper, as the event's own data stand inside it, and its numbers have any length.
 */
public final class RecordJson {

    /** As deep as a record may be. */
    private static final int DEEPEST = 600;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private RecordJson() {}

    /**
     * Reads one object: texts, flags, objects as maps and arrays as lists. A number is read over and given as null, so
     * that none can be too large to be read.
     *
     * @throws InvalidJsonException if it is not an object
     */
    public static Map<String, @Nullable Object> read(byte[] json) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidJsonException("A JSON object was expected", null);
            }
            return object(parser);
        } catch (JacksonException e) {
            throw new InvalidJsonException("Not acceptable as JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Map<String, @Nullable Object> object(JsonParser parser) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            parser.nextToken();
            fields.put(key, value(parser));
        }
        return fields;
    }

    private static List<@Nullable Object> array(JsonParser parser) {
        List<@Nullable Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(value(parser));
        }
        return values;
    }

    private static @Nullable Object value(JsonParser parser) {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> parser.getString();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> null;
            default -> throw new InvalidJsonException("A JSON value was expected", null);
        };
    }
}
