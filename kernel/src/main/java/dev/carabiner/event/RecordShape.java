package dev.carabiner.event;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** A record class seen as a JSON object: its components in order, under their snake_case keys. */
final class RecordShape {

    private static final ClassValue<RecordShape> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
            return new RecordShape(type.getRecordComponents());
        }
    };

    private final String[] keys;
    private final Method[] accessors;

    private RecordShape(RecordComponent[] components) {
        keys = new String[components.length];
        accessors = new Method[components.length];
        for (int i = 0; i < components.length; i++) {
            keys[i] = snakeCase(components[i].getName());
            accessors[i] = components[i].getAccessor();
            accessors[i].trySetAccessible(); // a record need not be public to be data
        }
    }

    static RecordShape of(Class<?> type) {
        return SHAPES.get(type);
    }

    /** Shared; not to be written to. */
    String[] keys() {
        return keys;
    }

    @Nullable
    Object read(Record fields, int at) throws ReflectiveOperationException {
        return accessors[at].invoke(fields);
    }

    /** {@code toolName} is {@code tool_name}, {@code baseURLPath} is {@code base_url_path}. */
    static String snakeCase(String name) {
        StringBuilder key = new StringBuilder(name.length() + 4);
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c)) {
                boolean afterLower = i > 0 && !Character.isUpperCase(name.charAt(i - 1));
                boolean beforeLower = i > 0 && i + 1 < name.length() && Character.isLowerCase(name.charAt(i + 1));
                key.append(afterLower || beforeLower ? "_" : "").append(Character.toLowerCase(c));
            } else {
                key.append(c);
            }
        }
        return key.toString();
    }
}
