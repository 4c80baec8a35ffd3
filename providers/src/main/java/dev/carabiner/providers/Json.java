package dev.carabiner.providers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.carabiner.session.DurationText;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** JSON with the library that LangChain4j brings, read strictly and converted without bending anything to fit. */
final class Json {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .build();

    private Json() {}

    /** @throws UncheckedIOException if it is anything but one JSON object */
    static ObjectNode read(String text) {
        try {
            return MAPPER.readValue(text, ObjectNode.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A bundle's value as the type that a setter takes, or null if it is none. */
    static @Nullable Object as(Type type, Object value) {
        try {
            if (type == Duration.class) {
                return value instanceof String text ? DurationText.parse(text) : null;
            }
            return MAPPER.convertValue(value, MAPPER.constructType(type));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
