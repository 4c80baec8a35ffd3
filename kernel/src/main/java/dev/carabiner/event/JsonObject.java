package dev.carabiner.event;

import java.time.Instant;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON object in two flat arrays: copying it to change one field costs two array copies, which is what
 * makes a chain of modifications cheap. Small objects are searched by walking the keys; larger ones carry a hash index,
 * the platform's, which stays fast for keys that were chosen to collide.
 *
 * <p>A timestamp may lie here as an {@link Instant}; it becomes ISO text at the first read, because formatting
 * costs more than a whole emit. That write is a benign race: every thread writes an equal, immutable text.
 */
final class JsonObject extends AbstractMap<String, @Nullable Object> {

    static final JsonObject EMPTY = new JsonObject(new String[0], new Object[0], 0);

    private static final int WALKED = 8;

    private final String[] keys;
    private final @Nullable Object[] values;
    private final int size;
    private final @Nullable Map<String, Integer> index;
    private final JsonSize extent;

    /** Takes ownership of both arrays, of which the first {@code size} places are filled. */
    JsonObject(String[] keys, @Nullable Object[] values, int size) {
        this(keys, values, size, JsonSize.ofContainer(values, size));
    }

    private JsonObject(String[] keys, @Nullable Object[] values, int size, JsonSize extent) {
        this.keys = keys;
        this.values = values;
        this.size = size;
        this.index = size > WALKED ? indexOf(keys, size) : null;
        this.extent = extent;
    }

    /** The same keys with other values, so with the same index. */
    private JsonObject(JsonObject keysOf, @Nullable Object[] values, JsonSize extent) {
        this.keys = keysOf.keys;
        this.values = values;
        this.size = keysOf.size;
        this.index = keysOf.index;
        this.extent = extent;
    }

    JsonSize extent() {
        return extent;
    }

    JsonObject with(String key, @Nullable Object value) {
        int at = find(key);
        if (at >= 0) {
            return withValueAt(at, value);
        }
        String[] newKeys = Arrays.copyOf(keys, size + 1);
        @Nullable Object[] newValues = Arrays.copyOf(values, size + 1);
        newKeys[size] = key;
        newValues[size] = value;
        return new JsonObject(newKeys, newValues, size + 1);
    }

    JsonObject with(String key, @Nullable Object value, String second, @Nullable Object secondValue) {
        int at = find(key);
        int secondAt = find(second);
        boolean areNew = at < 0 && secondAt < 0 && !key.equals(second);
        if (!areNew && (at < 0 || secondAt < 0)) {
            return with(key, value).with(second, secondValue);
        }
        @Nullable Object[] newValues = areNew ? Arrays.copyOf(values, size + 2) : values.clone();
        int first = areNew ? size : at;
        int next = areNew ? size + 1 : secondAt;
        boolean arePlain = !JsonSize.isContainer(newValues[first])
                && !JsonSize.isContainer(newValues[next])
                && !JsonSize.isContainer(value)
                && !JsonSize.isContainer(secondValue);
        newValues[first] = value;
        newValues[next] = secondValue;
        int length = areNew ? size + 2 : size;
        JsonSize newExtent = arePlain ? extent.withPlainValues(length - size) : JsonSize.ofContainer(newValues, length);
        if (!areNew) {
            return new JsonObject(this, newValues, newExtent);
        }
        String[] newKeys = Arrays.copyOf(keys, length);
        newKeys[first] = key;
        newKeys[next] = second;
        return new JsonObject(newKeys, newValues, length, newExtent);
    }

    /** Compares and takes the values as they are held: a timestamp need not become text for it. */
    @SuppressWarnings("ReferenceEquality")
    JsonObject withFieldsOf(JsonObject original, List<String> kept) {
        JsonObject left = this;
        for (String key : kept) {
            int from = original.find(key);
            int at = left.find(key);
            if (from < 0) {
                left = left.without(key);
            } else if (at < 0 || left.values[at] != original.values[from]) {
                left = left.with(key, original.values[from]);
            }
        }
        return left;
    }

    private JsonObject withValueAt(int at, @Nullable Object value) {
        @Nullable Object[] newValues = values.clone();
        newValues[at] = value;
        boolean sameExtent = !JsonSize.isContainer(values[at]) && !JsonSize.isContainer(value);
        return new JsonObject(this, newValues, sameExtent ? extent : JsonSize.ofContainer(newValues, size));
    }

    JsonObject without(String key) {
        int at = find(key);
        if (at < 0) {
            return this;
        }
        String[] newKeys = new String[size - 1];
        @Nullable Object[] newValues = new Object[size - 1];
        System.arraycopy(keys, 0, newKeys, 0, at);
        System.arraycopy(values, 0, newValues, 0, at);
        System.arraycopy(keys, at + 1, newKeys, at, size - 1 - at);
        System.arraycopy(values, at + 1, newValues, at, size - 1 - at);
        return new JsonObject(newKeys, newValues, size - 1);
    }

    /** These fields, overridden and followed by the other's. */
    JsonObject overlaidWith(JsonObject over) {
        if (over.size == 0) {
            return this;
        }
        if (size == 0) {
            return over;
        }
        String[] newKeys = keys;
        @Nullable Object[] newValues = values; // copied once, as long as it has to be
        boolean isCopied = false;
        int length = size;
        boolean allPlain = true;
        for (int i = 0; i < over.size; i++) {
            int at = find(over.keys[i]);
            if (at < 0 && length == size) { // the first that is new
                newKeys = Arrays.copyOf(keys, size + over.size - i);
                newValues = Arrays.copyOf(newValues, size + over.size - i);
            } else if (!isCopied) {
                newValues = values.clone();
            }
            isCopied = true;
            if (at < 0) {
                at = length++;
                newKeys[at] = over.keys[i];
            }
            allPlain = allPlain && !JsonSize.isContainer(newValues[at]) && !JsonSize.isContainer(over.values[i]);
            newValues[at] = over.values[i];
        }
        JsonSize newExtent = allPlain ? extent.withPlainValues(length - size) : JsonSize.ofContainer(newValues, length);
        return length > size
                ? new JsonObject(newKeys, newValues, length, newExtent)
                : new JsonObject(this, newValues, newExtent);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return key instanceof String text && find(text) >= 0;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        if (!(key instanceof String text)) {
            return null;
        }
        int at = find(text);
        return at < 0 ? null : valueAt(at);
    }

    @Override
    public Set<Map.Entry<String, @Nullable Object>> entrySet() {
        return new Entries();
    }

    String keyAt(int at) {
        return keys[at];
    }

    /** As it is held: a timestamp that has not been read is an {@link Instant}. */
    @Nullable
    Object rawValueAt(int at) {
        return values[at];
    }

    private @Nullable Object valueAt(int at) {
        Object value = values[at];
        if (value instanceof Instant instant) {
            value = instant.toString();
            values[at] = value;
        }
        return value;
    }

    /** The key's place, or a negative number. */
    @SuppressWarnings("ReferenceEquality") // literals are interned, so identity is the usual way to be found
    int find(String key) {
        if (index != null) {
            return index.getOrDefault(key, -1);
        }
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        int hash = key.hashCode(); // known to the text itself, so most others are told apart without a look at them
        for (int i = 0; i < size; i++) {
            if (keys[i].hashCode() == hash && keys[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    private static Map<String, Integer> indexOf(String[] keys, int size) {
        Map<String, Integer> index = HashMap.newHashMap(size);
        for (int i = 0; i < size; i++) {
            index.put(keys[i], i);
        }
        return index;
    }

    /** A key that is there twice, or null. Two fields of one name would let a guard read one and the tool the other. */
    @Nullable
    String duplicateKey() {
        if (index != null && index.size() == size) {
            return null;
        }
        Set<String> seen = index == null ? Set.of() : new HashSet<>();
        for (int i = 0; i < size; i++) {
            if (index == null ? standsBefore(i) : !seen.add(keys[i])) {
                return keys[i];
            }
        }
        return null;
    }

    private boolean standsBefore(int at) {
        for (int i = 0; i < at; i++) {
            if (keys[i].hashCode() == keys[at].hashCode() && keys[i].equals(keys[at])) {
                return true;
            }
        }
        return false;
    }

    private final class Entries extends AbstractSet<Map.Entry<String, @Nullable Object>> {

        @Override
        public int size() {
            return size;
        }

        @Override
        public Iterator<Map.Entry<String, @Nullable Object>> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < size;
                }

                @Override
                public Map.Entry<String, @Nullable Object> next() {
                    if (next >= size) {
                        throw new NoSuchElementException();
                    }
                    int at = next++;
                    return new SimpleImmutableEntry<>(keys[at], valueAt(at));
                }
            };
        }
    }
}
