package dev.carabiner.event;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One deep copy of what a caller handed in, into immutable JSON shape. Refuses, naming the path, what is not JSON,
 * what contains itself, and what is too deep or too large.
 */
final class JsonCopy {

    /** Beyond this many digits printing a number costs more than the work it is for. */
    private static final int MOST_DIGITS = 1_000;

    private static final int MOST_DIGITS_IN_BITS = 3_322;
    private static final int LARGEST_EXPONENT = 100_000;

    private long copied;

    private JsonCopy() {}

    static JsonObject object(Map<?, ?> map) {
        return map instanceof JsonObject done ? done : new JsonCopy().copyMap(map, null);
    }

    static JsonObject object(Record fields) {
        return new JsonCopy().copyRecord(fields, null);
    }

    static @Nullable Object value(String key, @Nullable Object value) {
        return isPlain(value) || value instanceof Instant
                ? value
                : new JsonCopy().copy(value, new Place(null, key, null));
    }

    private static boolean isPlain(@Nullable Object value) {
        return value == null || value instanceof String || value instanceof Integer || value instanceof Boolean;
    }

    private @Nullable Object copy(@Nullable Object value, Place place) {
        if (isPlain(value)) {
            return value;
        }
        return switch (value) {
            case null -> null;
            case EventData data -> data.asMap();
            case JsonObject done -> done;
            case JsonArray done -> done;
            case Map<?, ?> map -> copyMap(map, place);
            case List<?> list -> copyList(list, place);
            case Record fields -> copyRecord(fields, place);
            case Instant instant -> instant;
            case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
            case Number number -> checked(number, place);
            default -> throw place.refuse("is of type " + value.getClass().getName() + ". " + EXPECTED);
        };
    }

    private static final String EXPECTED =
            "Event data holds text, numbers, booleans, null, lists, maps with text keys, records, enums and instants";

    private JsonObject copyMap(Map<?, ?> map, @Nullable Place place) {
        enter(map, place);
        String[] keys = new String[expected(map.size())];
        @Nullable Object[] values = new Object[keys.length];
        int size = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (!(entry.getKey() instanceof String key)) {
                throw refuse(place, "has the key " + entry.getKey() + ", which is not text");
            }
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, 2 * size + 1);
                values = Arrays.copyOf(values, keys.length);
            }
            keys[size] = key;
            values[size++] = copyChild(entry.getValue(), map, key, place);
        }
        return withoutDuplicates(new JsonObject(keys, values, size), place);
    }

    private static JsonObject withoutDuplicates(JsonObject object, @Nullable Place place) {
        String duplicate = object.duplicateKey();
        if (duplicate != null) {
            throw refuse(place, "has two fields named " + duplicate);
        }
        return object;
    }

    private JsonArray copyList(List<?> list, Place place) {
        enter(list, place);
        List<@Nullable Object> values = new ArrayList<>(expected(list.size()));
        for (Object value : list) {
            values.add(readable(copyChild(value, list, values.size(), place)));
        }
        return new JsonArray(values.toArray());
    }

    private JsonObject copyRecord(Record fields, @Nullable Place place) {
        enter(fields, place);
        RecordShape shape = RecordShape.of(fields.getClass());
        String[] keys = shape.keys();
        @Nullable Object[] values = new Object[keys.length];
        for (int i = 0; i < keys.length; i++) {
            try {
                values[i] = copyChild(shape.read(fields, i), fields, keys[i], place);
            } catch (ReflectiveOperationException e) {
                String path = new Place(place, keys[i], fields).path();
                throw new InvalidEventDataException(path, "cannot be read from " + fields.getClass(), e);
            }
        }
        return withoutDuplicates(new JsonObject(keys, values, keys.length), place);
    }

    private @Nullable Object copyChild(@Nullable Object value, Object parent, Object step, @Nullable Place place) {
        if (++copied > JsonSize.MOST_VALUES) {
            throw refuse(place, "holds more than " + JsonSize.MOST_VALUES + " values");
        }
        return isPlain(value) ? value : copy(value, new Place(place, step, parent));
    }

    @SuppressWarnings("ReferenceEquality") // an equal container further up is fine, the same one is a cycle
    private static void enter(Object container, @Nullable Place place) {
        int depth = 0;
        for (Place above = place; above != null; above = above.parent) {
            depth++;
            if (above.container == container) {
                throw refuse(place, "contains itself");
            }
        }
        if (depth >= JsonSize.DEEPEST) {
            throw refuse(place, "is nested deeper than " + JsonSize.DEEPEST + " levels");
        }
    }

    /** What a collection says of its size is a hint: it may be wrong, or another thread may be filling the collection. */
    private static int expected(int size) {
        return Math.clamp(size, 0, 1_024);
    }

    /** Lists have no lazy text: only an object's own field may wait for its reader. */
    private static @Nullable Object readable(@Nullable Object value) {
        return value instanceof Instant instant ? instant.toString() : value;
    }

    private static Number checked(Number number, Place place) {
        Class<?> type = number.getClass();
        if (type == Double.class || type == Float.class) {
            if (!Double.isFinite(number.doubleValue())) {
                throw place.refuse("is " + number + ", which JSON cannot hold");
            }
            return number;
        }
        if (type == Long.class || type == Integer.class || type == Short.class || type == Byte.class) {
            return number;
        }
        if (type == BigDecimal.class || type == BigInteger.class) {
            BigInteger digits = number instanceof BigDecimal decimal ? decimal.unscaledValue() : (BigInteger) number;
            if (digits.bitLength() > MOST_DIGITS_IN_BITS) {
                throw place.refuse("is a number of more than " + MOST_DIGITS + " digits");
            }
            if (number instanceof BigDecimal decimal && Math.abs((long) decimal.scale()) > LARGEST_EXPONENT) {
                throw place.refuse("is a number with an exponent beyond " + LARGEST_EXPONENT);
            }
            return number;
        }
        throw place.refuse("is of type " + type.getName() + ". " + EXPECTED);
    }

    private static InvalidEventDataException refuse(@Nullable Place place, String problem) {
        return place == null ? new InvalidEventDataException("", problem) : place.refuse(problem);
    }

    /** The way from the root to a value, built only where the copy goes into something. */
    private record Place(
            @Nullable Place parent, Object step, @Nullable Object container) {

        private static final int SHOWN_STEPS = 20;

        InvalidEventDataException refuse(String problem) {
            return new InvalidEventDataException(path(), problem);
        }

        String path() {
            List<Object> steps = new ArrayList<>();
            for (Place at = this; at != null; at = at.parent) {
                steps.addFirst(at.step);
            }
            StringBuilder path = new StringBuilder();
            for (Object step : steps.subList(0, Math.min(steps.size(), SHOWN_STEPS))) {
                if (step instanceof Integer) {
                    path.append('[').append(step).append(']');
                } else {
                    path.append(path.isEmpty() ? "" : ".").append(step);
                }
            }
            return steps.size() > SHOWN_STEPS ? path + "…" : path.toString();
        }
    }
}
