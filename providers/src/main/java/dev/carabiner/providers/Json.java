package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What services send, read by the project's own strict reader, and a way to what stands in it. */
final class Json {

    private Json() {}

    /** @throws dev.carabiner.json.InvalidJsonException if it is anything but one JSON object */
    static EventData read(String text) {
        return EventDataJson.read(text);
    }

    /** What stands at a path such as {@code /choices/0/finish_reason}; null if nothing does. */
    static @Nullable Object at(EventData json, String path) {
        Object here = json.asMap();
        for (String step : path.substring(1).split("/", -1)) {
            here = switch (here) {
                case Map<?, ?> object -> object.get(step);
                case List<?> list -> item(list, step);
                case null, default -> null;
            };
        }
        return here;
    }

    /** The text at a path; empty if there is none. */
    static String text(EventData json, String path) {
        return at(json, path) instanceof String text ? text : "";
    }

    /** The list at a path; empty if there is none. */
    static List<?> list(EventData json, String path) {
        return at(json, path) instanceof List<?> list ? list : List.of();
    }

    private static @Nullable Object item(List<?> list, String step) {
        int place = step.matches("[0-9]{1,6}") ? Integer.parseInt(step) : list.size();
        return place < list.size() ? list.get(place) : null;
    }
}
