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
import tools.jackson.core.json.JsonReadFeature;

/**
 * A settings file that people write by hand, with the line of each value: comments, trailing commas and a byte order mark are
 * accepted, and of a key that is there twice the last one counts.
 */
public sealed interface LocatedJson {

    /** Counted from 1. */
    int line();

    /** As plain Java: text, number, boolean, null, list or map. */
    @Nullable
    Object plain();

    /** Text, a number, {@code true} or {@code false}, or null. */
    record Scalar(@Nullable Object plain, int line) implements LocatedJson {}

    /** Values in order. */
    record Items(List<LocatedJson> values, int line) implements LocatedJson {

        @Override
        public Object plain() {
            List<@Nullable Object> plain = new ArrayList<>();
            values.forEach(value -> plain.add(value.plain()));
            return plain;
        }
    }

    /** Values by name, in order. */
    record Fields(Map<String, LocatedJson> values, int line) implements LocatedJson {

        @Override
        public Map<String, @Nullable Object> plain() {
            Map<String, @Nullable Object> plain = new LinkedHashMap<>();
            values.forEach((key, value) -> plain.put(key, value.plain()));
            return plain;
        }
    }

    /**
     * Reads one document of at most 4 MiB.
     *
     * @throws InvalidJsonException if it is none; the message names the line
     */
    static LocatedJson read(byte[] text) {
        int from =
                text.length >= 3 && text[0] == (byte) 0xEF && text[1] == (byte) 0xBB && text[2] == (byte) 0xBF ? 3 : 0;
        try (JsonParser parser = Reading.JSON.createParser(ObjectReadContext.empty(), text, from, text.length - from)) {
            parser.nextToken();
            LocatedJson value = Reading.value(parser);
            if (parser.nextToken() != null) {
                throw new InvalidJsonException("line " + Reading.line(parser) + ": there is more behind the end", null);
            }
            return value;
        } catch (JacksonException e) {
            String place =
                    e.getLocation() == null ? "" : "line " + e.getLocation().getLineNr() + ": ";
            throw new InvalidJsonException(place + JsonFault.inWords(e), e);
        }
    }

    /** How it is done. */
    final class Reading {

        private static final int LARGEST = 4 * 1024 * 1024;

        private static final JsonFactory JSON = JsonFactory.builder()
                .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
                .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(64)
                        .maxDocumentLength(LARGEST)
                        .maxStringLength(LARGEST)
                        .build())
                .build();

        private Reading() {}

        private static int line(JsonParser parser) {
            return parser.currentTokenLocation().getLineNr();
        }

        private static LocatedJson value(JsonParser parser) {
            int line = line(parser);
            JsonToken token = parser.currentToken();
            return switch (token) {
                case START_OBJECT -> {
                    Map<String, LocatedJson> fields = new LinkedHashMap<>();
                    while (parser.nextToken() != JsonToken.END_OBJECT) {
                        String key = parser.currentName();
                        parser.nextToken();
                        fields.put(key, value(parser));
                    }
                    yield new Fields(fields, line);
                }
                case START_ARRAY -> {
                    List<LocatedJson> values = new ArrayList<>();
                    while (parser.nextToken() != JsonToken.END_ARRAY) {
                        values.add(value(parser));
                    }
                    yield new Items(values, line);
                }
                case VALUE_STRING -> new Scalar(parser.getString(), line);
                case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new Scalar(parser.getDoubleValue(), line);
                case VALUE_TRUE -> new Scalar(true, line);
                case VALUE_FALSE -> new Scalar(false, line);
                case VALUE_NULL -> new Scalar(null, line);
                case null, default -> throw new InvalidJsonException("line " + line + ": a value was expected", null);
            };
        }
    }
}
