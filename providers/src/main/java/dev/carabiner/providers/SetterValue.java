package dev.carabiner.providers;

import dev.carabiner.session.DurationText;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bundle's value as the type that a setter takes. A text is no number, a fraction no whole one. */
final class SetterValue {

    private SetterValue() {}

    /** Returns null if the value is none of that type. */
    static @Nullable Object as(Type type, Object value) {
        try {
            return switch (type) {
                case Class<?> plain -> ofClass(plain, value);
                case ParameterizedType generic -> ofGeneric(generic, value);
                case WildcardType any -> as(any.getUpperBounds()[0], value);
                default -> null;
            };
        } catch (IllegalArgumentException | ArithmeticException e) {
            return null;
        }
    }

    private static @Nullable Object ofClass(Class<?> type, Object value) {
        if (type == Duration.class) {
            return value instanceof String text ? DurationText.parse(text) : null;
        }
        if (type.isEnum()) {
            return value instanceof String text ? constant(type, text) : null;
        }
        if (type == String.class && (value instanceof Number || value instanceof Boolean)) {
            return value.toString(); // YAML takes an unquoted 7 for a number, whatever the setter wants
        }
        if (value instanceof Number number && !type.isInstance(value)) {
            return number(type, new BigDecimal(number.toString()));
        }
        return type.isInstance(value) || (type == boolean.class && value instanceof Boolean) ? value : null;
    }

    private static @Nullable Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equalsIgnoreCase(name)) {
                return constant;
            }
        }
        return null;
    }

    private static @Nullable Object number(Class<?> type, BigDecimal number) {
        if (type == int.class || type == Integer.class) {
            return number.intValueExact();
        }
        if (type == long.class || type == Long.class) {
            return number.longValueExact();
        }
        if (type == double.class || type == Double.class) {
            return number.doubleValue();
        }
        if (type == float.class || type == Float.class) {
            return number.floatValue();
        }
        return type == BigDecimal.class ? number : null;
    }

    private static @Nullable Object ofGeneric(ParameterizedType type, Object value) {
        Class<?> raw = (Class<?>) type.getRawType();
        Type[] inner = type.getActualTypeArguments();
        if (value instanceof List<?> list && Collection.class.isAssignableFrom(raw)) {
            Collection<Object> items = Set.class.isAssignableFrom(raw) ? new LinkedHashSet<>() : new ArrayList<>();
            list.forEach(item -> items.add(required(inner[0], item)));
            return raw.isInstance(items) ? items : null;
        }
        if (value instanceof Map<?, ?> map && raw == Map.class && inner[0] == String.class) {
            Map<Object, Object> fields = new LinkedHashMap<>();
            map.forEach((key, item) -> fields.put(key, required(inner[1], item)));
            return fields;
        }
        return null;
    }

    private static Object required(Type type, @Nullable Object value) {
        Object converted = value == null ? null : as(type, value);
        if (converted == null) {
            throw new IllegalArgumentException("no " + type.getTypeName());
        }
        return converted;
    }
}
