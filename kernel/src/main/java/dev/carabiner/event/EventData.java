package dev.carabiner.event;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What an event carries: an immutable, insertion-ordered JSON object. Building one copies deeply, so nothing that a
 * caller still holds can change it afterwards; changing one gives a new one.
 */
public final class EventData {

    private static final EventData EMPTY = new EventData(JsonObject.EMPTY);

    private final JsonObject fields;

    private EventData(JsonObject fields) {
        JsonSize size = fields.extent();
        if (size.depth() > JsonSize.DEEPEST + JsonSize.HEADROOM) {
            throw new InvalidEventDataException("", "is nested deeper than " + JsonSize.DEEPEST + " levels");
        }
        if (size.values() > JsonSize.MOST_VALUES + JsonSize.HEADROOM) {
            throw new InvalidEventDataException("", "holds more than " + JsonSize.MOST_VALUES + " values");
        }
        this.fields = fields;
    }

    /** Data without fields; always the same object. */
    public static EventData empty() {
        return EMPTY;
    }

    /**
     * Copies the fields in the order of the map, with all lists, maps, arrays and records in them; later changes to
     * the map have no effect here.
     *
     * @throws InvalidEventDataException if a value has no JSON form, or the whole is too deep or too large
     */
    public static EventData of(Map<String, ?> fields) {
        return new EventData(JsonCopy.object(Objects.requireNonNull(fields, "event data")));
    }

    /** An object of the record's components, under their snake_case names. */
    public static EventData of(Record fields) {
        return new EventData(JsonCopy.object(Objects.requireNonNull(fields, "event data")));
    }

    /** Alternating keys and values. */
    public static EventData of(String key, @Nullable Object value, @Nullable Object... more) {
        if (more.length % 2 != 0) {
            throw new InvalidEventDataException(String.valueOf(more[more.length - 1]), "is a key without a value");
        }
        String[] keys = new String[1 + more.length / 2];
        @Nullable Object[] values = new Object[keys.length];
        keys[0] = Objects.requireNonNull(key, "key");
        values[0] = JsonCopy.value(key, value);
        for (int i = 1; i < keys.length; i++) {
            keys[i] = newKey(more[2 * i - 2], keys, i);
            values[i] = JsonCopy.value(keys[i], more[2 * i - 1]);
        }
        return new EventData(new JsonObject(keys, values, keys.length));
    }

    /** The plain value: text, number, boolean, null, or a list or map that is unmodifiable all the way down. */
    public @Nullable Object get(String key) {
        return fields.get(key);
    }

    /** Whether the field is there, even if its value is null. */
    public boolean has(String key) {
        return fields.containsKey(key);
    }

    /** The text under the key, or null when there is none; a value of another type is an error that names it. */
    public @Nullable String text(String key) {
        Object value = get(key);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new InvalidEventDataException(key, "is " + JsonTypes.describe(value) + ", expected text");
    }

    /** The object under the key, or null when there is none; a value of another type is an error that names it. */
    public @Nullable EventData object(String key) {
        Object value = get(key);
        if (value == null) {
            return null;
        }
        if (value instanceof JsonObject object) {
            return new EventData(object);
        }
        throw new InvalidEventDataException(key, "is " + JsonTypes.describe(value) + ", expected an object");
    }

    /** All fields in order, unmodifiable all the way down. */
    public Map<String, @Nullable Object> asMap() {
        return fields;
    }

    /**
     * A copy with this field set: in its old place if it was there, else at the end.
     *
     * @throws InvalidEventDataException if the value has no JSON form, or the whole becomes too deep or too large
     */
    public EventData with(String key, @Nullable Object value) {
        Objects.requireNonNull(key, "key");
        return new EventData(fields.with(key, JsonCopy.value(key, value)));
    }

    /** The same for two fields, with a single copy. */
    public EventData with(String key, @Nullable Object value, String second, @Nullable Object secondValue) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(second, "second key");
        return new EventData(fields.with(key, JsonCopy.value(key, value), second, JsonCopy.value(second, secondValue)));
    }

    /** These fields, but under those keys what the original has there: its value, or nothing. */
    @SuppressWarnings("ReferenceEquality") // nothing had to be put back
    public EventData withFieldsOf(EventData original, List<String> keys) {
        JsonObject kept = fields.withFieldsOf(original.fields, keys);
        return kept == fields ? this : new EventData(kept);
    }

    /** A copy without this field; the same object if it is not there. */
    public EventData without(String key) {
        Objects.requireNonNull(key, "key");
        return has(key) ? new EventData(fields.without(key)) : this;
    }

    /** Replaces the object under the key by what the change makes of it. */
    public EventData update(String key, UnaryOperator<EventData> change) {
        EventData object = object(key);
        if (object == null) {
            throw new InvalidEventDataException(key, "is absent, so there is no object to update");
        }
        return with(key, change.apply(object));
    }

    /** These fields, overridden and followed by the other's (shallow). */
    public EventData overlaidWith(EventData over) {
        if (over.isEmpty()) {
            return this;
        }
        return isEmpty() ? over : new EventData(fields.overlaidWith(over.fields));
    }

    /** Whether there is no field at all. */
    public boolean isEmpty() {
        return fields.size() == 0;
    }

    /**
     * Whether both are the same data, which means that they have the same canonical JSON: the order of fields does not
     * count, and {@code 1} is the same as {@code 1.0}. {@link #equals} is stricter.
     */
    public boolean sameJsonAs(EventData other) {
        return JsonEquality.same(fields, other.fields);
    }

    JsonObject fields() {
        return fields;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EventData that && fields.equals(that.fields);
    }

    @Override
    public int hashCode() {
        return fields.hashCode();
    }

    @Override
    public String toString() {
        return fields.toString();
    }

    private static String newKey(@Nullable Object candidate, String[] taken, int count) {
        if (!(candidate instanceof String key)) {
            throw new InvalidEventDataException(String.valueOf(candidate), "stands where a key was expected");
        }
        for (int i = 0; i < count; i++) {
            if (taken[i].equals(key)) {
                throw new InvalidEventDataException(key, "is given twice");
            }
        }
        return key;
    }
}
