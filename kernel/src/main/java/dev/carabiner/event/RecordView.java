package dev.carabiner.event;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads event data as a record, field by field; the types it knows are checked when the view is declared. */
final class RecordView<V> {

    private static final String KNOWN_TYPES = "A view's components are String, boolean, int, long, double, Instant, "
            + "EventData, Object, or List of String, EventData or Object";

    private interface Reader {
        @Nullable
        Object read(Object value);
    }

    private record Field(String key, boolean optional, String expected, Reader reader) {}

    private final String event;
    private final Constructor<V> constructor;
    private final List<Field> fields;

    private RecordView(String event, Constructor<V> constructor, List<Field> fields) {
        this.event = event;
        this.constructor = constructor;
        this.fields = fields;
    }

    static <V> RecordView<V> of(String event, Class<V> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<V> constructor = type.getDeclaredConstructor(types);
            constructor.trySetAccessible();
            List<Field> fields = Arrays.stream(components)
                    .map(component -> field(event, component))
                    .toList();
            return new RecordView<>(event, constructor, fields);
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every record has its canonical constructor", e);
        }
    }

    List<String> keys() {
        return fields.stream().map(Field::key).toList();
    }

    V read(EventData data) {
        @Nullable Object[] arguments = new Object[fields.size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = read(fields.get(i), data);
        }
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof VirtualMachineError error) {
                throw error;
            }
            throw new ViewMismatchException(event, "the view", "refused the data: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new ViewMismatchException(event, "the view", "cannot be made: " + e, e);
        }
    }

    private @Nullable Object read(Field field, EventData data) {
        Object value = data.get(field.key);
        if (value == null) {
            if (field.optional) {
                return null;
            }
            throw new ViewMismatchException(event, field.key, "is absent, expected " + field.expected, null);
        }
        Object read = field.reader.read(value);
        if (read == null) {
            String found = JsonTypes.describe(value);
            throw new ViewMismatchException(event, field.key, "is " + found + ", expected " + field.expected, null);
        }
        return read;
    }

    private static Field field(String event, RecordComponent component) {
        String key = RecordShape.snakeCase(component.getName());
        Class<?> type = component.getType();
        boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        if (type == String.class) {
            return new Field(key, optional, "text", value -> value instanceof String ? value : null);
        } else if (type == boolean.class || type == Boolean.class) {
            return new Field(key, optional, "a boolean", value -> value instanceof Boolean ? value : null);
        } else if (type == int.class || type == Integer.class) {
            return new Field(key, optional, "a whole number", RecordView::asInt);
        } else if (type == long.class || type == Long.class) {
            return new Field(key, optional, "a whole number", RecordView::asLong);
        } else if (type == double.class || type == Double.class) {
            return new Field(key, optional, "a number", value -> value instanceof Number n ? n.doubleValue() : null);
        } else if (type == Instant.class) {
            return new Field(key, optional, "an ISO 8601 time", RecordView::asInstant);
        } else if (type == EventData.class) {
            return new Field(key, optional, "an object", RecordView::asData);
        } else if (type == List.class) {
            return listField(event, key, optional, component.getGenericType());
        } else if (type == Object.class) {
            return new Field(key, optional, "a value", value -> value);
        }
        throw unusable(event, key, type);
    }

    private static IllegalArgumentException unusable(String event, String key, Type type) {
        return new IllegalArgumentException(
                "The view of " + event + " has " + key + " of type " + type.getTypeName() + ". " + KNOWN_TYPES);
    }

    private static Field listField(String event, String key, boolean optional, Type type) {
        Type element = type instanceof ParameterizedType list ? list.getActualTypeArguments()[0] : Object.class;
        if (element == String.class) {
            return new Field(key, optional, "a list of texts", value -> all(value, String.class));
        } else if (element == EventData.class) {
            return new Field(key, optional, "a list of objects", RecordView::asDataList);
        } else if (element == Object.class) {
            return new Field(key, optional, "a list", value -> value instanceof List<?> ? value : null);
        }
        throw unusable(event, key, type);
    }

    private static @Nullable Object all(Object value, Class<?> type) {
        return value instanceof List<?> list && list.stream().allMatch(type::isInstance) ? list : null;
    }

    private static @Nullable Object asLong(Object value) {
        return switch (value) {
            case Long whole -> whole;
            case Integer whole -> whole.longValue();
            case Number number -> exactly(number);
            default -> null;
        };
    }

    private static @Nullable Long exactly(Number number) {
        try {
            return new BigDecimal(number.toString()).longValueExact();
        } catch (ArithmeticException e) {
            return null; // has a fraction or is too large: not a whole number of this size
        }
    }

    private static @Nullable Object asInt(Object value) {
        Object whole = asLong(value);
        return whole instanceof Long number && number == number.intValue() ? number.intValue() : null;
    }

    private static @Nullable Object asInstant(Object value) {
        try {
            return value instanceof String text ? Instant.parse(text) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    @SuppressWarnings("unchecked") // a map inside event data always has text keys
    private static @Nullable Object asData(Object value) {
        return value instanceof Map<?, ?> map ? EventData.of((Map<String, ?>) map) : null;
    }

    private static @Nullable Object asDataList(Object value) {
        return all(value, Map.class) == null
                ? null
                : ((List<?>) value).stream().map(RecordView::asData).toList();
    }
}
