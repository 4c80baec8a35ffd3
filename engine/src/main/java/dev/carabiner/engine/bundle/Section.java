package dev.carabiner.engine.bundle;

import dev.carabiner.engine.bundle.Key.Rule;
import dev.carabiner.engine.yaml.YamlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table of an object's keys, in the order in which they are printed. */
final class Section implements Shape<SectionValues> {

    private final Map<String, Key<?>> keys = new LinkedHashMap<>();
    private final Map<String, Shape<?>> shapes = new LinkedHashMap<>();

    <T> Key<T> add(String name, Shape<T> shape, @Nullable T usual, Rule rule) {
        Key<T> key = new Key<>(name, shape, usual, rule);
        alsoWritten(name, key, shape);
        return key;
    }

    /** Accepts another name for a key, under which its value is written in another way. It is never printed. */
    <T> void alsoWritten(String name, Key<T> key, Shape<T> shape) {
        keys.put(name, key);
        shapes.put(name, shape);
    }

    Set<String> names() {
        return keys.keySet();
    }

    /** The keys in the order in which they are printed, each once. */
    List<Key<?>> inOrder() {
        return keys.values().stream().distinct().toList();
    }

    Set<Key<?>> keys() {
        return Set.copyOf(keys.values());
    }

    @Override
    public @Nullable SectionValues read(YamlValue value, Place place) {
        YamlValue.Fields fields = Shapes.OBJECT.read(value, place);
        if (fields == null) {
            return null;
        }
        place.reader().expectKeys(fields, place.path(), names());
        return read(fields, place.reader(), place.path());
    }

    /** Reads the values of an object whose keys the caller checks. */
    SectionValues read(YamlValue.Fields fields, FieldReader reader, String where) {
        Map<Key<?>, SectionValues.Said> said = new LinkedHashMap<>();
        for (YamlValue.Field field : fields.fields()) {
            Shape<?> shape = shapes.get(field.key());
            Object value = shape == null ? null : reader.read(field, shape, where);
            Key<?> key = keys.get(field.key());
            if (value != null && key != null) {
                said.put(key, new SectionValues.Said(value, reader.at(field.line())));
            }
        }
        return new SectionValues(said);
    }

    /** Every value that is in force, defaults included, without those that are empty. */
    @Override
    public Map<String, @Nullable Object> written(SectionValues values, Hiding hiding) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (Key<?> key : keys.values()) {
            Object value = written(key, values, hiding);
            if (value != null && !List.of("", List.of(), Map.of()).contains(value)) {
                fields.put(key.name(), value);
            }
        }
        return fields;
    }

    private static <T> @Nullable Object written(Key<T> key, SectionValues values, Hiding hiding) {
        T value = values.valueOf(key);
        return value == null ? null : key.shape().written(value, hiding);
    }
}
