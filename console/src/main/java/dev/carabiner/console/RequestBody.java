package dev.carabiner.console;

import dev.carabiner.event.EventData;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The body of a request: what it must hold, what it may, and nothing else. */
record RequestBody(EventData body) {

    RequestBody expect(Set<String> known) {
        for (String key : body.asMap().keySet()) {
            if (!known.contains(key)) {
                throw Problem.badRequest("The key \"" + key + "\" is not known here; expected "
                        + String.join(", ", new TreeSet<>(known)));
            }
        }
        return this;
    }

    String text(String key) {
        String value = optional(key);
        if (value == null) {
            throw Problem.badRequest("\"" + key + "\" is missing; expected text");
        }
        return value;
    }

    @Nullable
    String optional(String key) {
        Object value = body.get(key);
        if (value != null && !(value instanceof String)) {
            throw Problem.badRequest("\"" + key + "\" is no text");
        }
        return (String) value;
    }

    @Nullable
    EventData object(String key) {
        Object value = body.get(key);
        if (value == null) {
            return null;
        }
        EventData object = value instanceof java.util.Map ? body.object(key) : null;
        if (object == null) {
            throw Problem.badRequest("\"" + key + "\" is no object");
        }
        return object;
    }

    int number(String key, int usual, int least, int most) {
        Object value = body.get(key);
        if (value == null) {
            return usual;
        }
        if (value instanceof Integer number && number >= least && number <= most) {
            return number;
        }
        throw Problem.badRequest("\"" + key + "\" is no whole number from " + least + " to " + most);
    }
}
