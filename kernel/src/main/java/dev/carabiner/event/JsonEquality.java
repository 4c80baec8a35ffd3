package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether two JSON values are the same data, which means that they have the same canonical JSON: the order of an
 * object's fields does not count, nor does the Java type in which a number is held.
 */
final class JsonEquality {

    private JsonEquality() {}

    @SuppressWarnings("ReferenceEquality") // versions of one event's data share most of their parts
    static boolean same(@Nullable Object one, @Nullable Object other) {
        if (one == other) {
            return true;
        }
        if (one == null || other == null) {
            return false;
        }
        return switch (one) {
            case JsonObject object -> other instanceof JsonObject that && sameFields(object, that);
            case JsonArray array -> other instanceof JsonArray that && sameElements(array, that);
            case Number number -> other instanceof Number that && sameNumber(number, that);
            default -> readable(one).equals(readable(other));
        };
    }

    private static boolean sameFields(JsonObject one, JsonObject other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            int at = other.find(one.keyAt(i));
            if (at < 0 || !same(one.rawValueAt(i), other.rawValueAt(at))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameElements(JsonArray one, JsonArray other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameNumber(Number one, Number other) {
        return one.equals(other) || CanonicalJson.number(one).equals(CanonicalJson.number(other));
    }

    private static Object readable(Object value) {
        return value instanceof Instant instant ? instant.toString() : value;
    }
}
