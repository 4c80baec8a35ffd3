package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks into JSON of which nothing is certain. */
final class Pieces {

    private Pieces() {}

    /** What is at the end of the path of keys and positions, or null if the path leads nowhere. */
    static @Nullable Object at(EventData piece, Object... path) {
        Object here = piece.asMap();
        for (Object step : path) {
            here = switch (here) {
                case Map<?, ?> map when step instanceof String key -> map.get(key);
                case List<?> list when step instanceof Integer position && position < list.size() -> list.get(position);
                case null, default -> null;
            };
        }
        return here;
    }

    static @Nullable String text(EventData piece, Object... path) {
        return at(piece, path) instanceof String text && !text.isBlank() ? text : null;
    }
}
