package dev.carabiner.engine.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that stands in a YAML file, and where it begins: line and column count from 1. */
public sealed interface YamlValue {

    /** Where it begins in the file, counted from 1. */
    int line();

    /** Where it begins in its line, counted from 1. */
    int column();

    /** As people call it in a message: {@code text}, {@code a list}, … */
    String kind();

    /** As plain Java: text, number, boolean, null, list or map. */
    @Nullable
    Object plain();

    /**
     * Text, a number, {@code true} or {@code false}, or nothing.
     *
     * @param text as it was written, without quotes
     * @param value what it stands for
     */
    record Scalar(String text, @Nullable Object value, int line, int column) implements YamlValue {

        @Override
        public String kind() {
            return switch (value) {
                case null -> "nothing";
                case Boolean flag -> flag ? "true" : "false";
                case BigDecimal fraction -> "a fraction";
                case BigInteger number -> "a very large number";
                case Number number -> "a number";
                default -> "text";
            };
        }

        @Override
        public @Nullable Object plain() {
            return value;
        }
    }

    /** Values in order. */
    record Items(List<YamlValue> values, int line, int column) implements YamlValue {

        public Items {
            values = List.copyOf(values);
        }

        @Override
        public String kind() {
            return "a list";
        }

        @Override
        public @Nullable Object plain() {
            List<@Nullable Object> plain = new ArrayList<>(values.size());
            values.forEach(value -> plain.add(value.plain()));
            return plain;
        }
    }

    /** Values by name, in order. No name is there twice. */
    record Fields(List<Field> fields, int line, int column) implements YamlValue {

        /** One that is put together from parts of a file. */
        public Fields(List<Field> fields, int line) {
            this(fields, line, 1);
        }

        public Fields {
            fields = List.copyOf(fields);
        }

        /** The field of that name, or null. */
        public @Nullable Field field(String key) {
            for (Field field : fields) {
                if (field.key().equals(key)) {
                    return field;
                }
            }
            return null;
        }

        @Override
        public String kind() {
            return "an object";
        }

        @Override
        public Map<String, @Nullable Object> plain() {
            Map<String, @Nullable Object> plain = LinkedHashMap.newLinkedHashMap(fields.size());
            fields.forEach(field -> plain.put(field.key(), field.value().plain()));
            return plain;
        }
    }

    /**
     * One of an object's fields.
     *
     * @param line the key's, as the column; the value may begin on a later one
     */
    record Field(String key, YamlValue value, int line, int column) {}
}
