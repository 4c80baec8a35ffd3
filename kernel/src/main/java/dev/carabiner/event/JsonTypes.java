package dev.carabiner.event;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a JSON value is called in a message to a person. */
final class JsonTypes {

    private JsonTypes() {}

    static String describe(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> "text";
            case Boolean flag -> "a boolean";
            case Number number -> "a number";
            case List<?> list -> "a list";
            case Map<?, ?> map -> "an object";
            default -> value.getClass().getName();
        };
    }
}
