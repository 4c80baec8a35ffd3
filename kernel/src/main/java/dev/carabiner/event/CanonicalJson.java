package dev.carabiner.event;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one way to write a piece of data as JSON (RFC 8785), so that equal data has equal bytes and a digest names it.
 *
 * <p>Numbers that a double cannot hold are written exactly: RFC 8785 leaves them out, and rounding them would give two
 * different operations the same digest. A lone surrogate has no UTF-8 form and is refused, as the RFC demands.
 */
public final class CanonicalJson {

    private final StringBuilder out = new StringBuilder();
    private final Deque<String> path = new ArrayDeque<>(); // of keys, for the error message

    private CanonicalJson() {}

    /**
     * The canonical form. Equal data gives equal text, whatever the order of its fields.
     *
     * @throws InvalidEventDataException if a text holds half of a surrogate pair
     */
    public static String of(EventData data) {
        CanonicalJson json = new CanonicalJson();
        json.object(data.asMap());
        return json.out.toString();
    }

    /**
     * The canonical form of a single value, as {@link EventData#get} gives it.
     *
     * @throws InvalidEventDataException as {@link #of} does
     */
    public static String ofValue(@Nullable Object value) {
        CanonicalJson json = new CanonicalJson();
        json.value(value);
        return json.out.toString();
    }

    /** SHA-256 over the canonical form, as lower-case hex. */
    public static String digest(EventData data) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha256.digest(of(data).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    /**
     * Checks that there is a canonical form, without making it.
     *
     * @throws InvalidEventDataException as {@link #of} does
     */
    public static void require(EventData data) {
        if (hasLoneSurrogate(data.asMap())) {
            of(data); // throws, and names the place
        }
    }

    private static boolean hasLoneSurrogate(@Nullable Object value) {
        return switch (value) {
            case String text -> isTorn(text);
            case List<?> list -> list.stream().anyMatch(CanonicalJson::hasLoneSurrogate);
            case Map<?, ?> map ->
                !map.isEmpty()
                        && map.entrySet().stream()
                                .anyMatch(it -> hasLoneSurrogate(it.getKey()) || hasLoneSurrogate(it.getValue()));
            case null, default -> false;
        };
    }

    private static boolean isTorn(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!isPair(text, i)) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }

    private void value(@Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case String text -> text(text);
            case Boolean flag -> out.append(flag);
            case Number number -> out.append(number(number));
            case List<?> list -> array(list);
            case Map<?, ?> map -> object(map);
            default -> throw new AssertionError("event data never holds " + value.getClass());
        }
    }

    private void object(Map<?, ?> map) {
        Map<String, Object> sorted = new TreeMap<>(); // String's order is that of UTF-16 units, as the RFC wants
        map.forEach((key, value) -> sorted.put((String) key, value));
        String separator = "{";
        for (Map.Entry<String, Object> field : sorted.entrySet()) {
            out.append(separator);
            path.addLast(field.getKey());
            text(field.getKey());
            out.append(':');
            value(field.getValue());
            path.removeLast();
            separator = ",";
        }
        out.append(sorted.isEmpty() ? "{}" : "}");
    }

    private void array(List<?> list) {
        out.append('[');
        for (int i = 0; i < list.size(); i++) {
            out.append(i == 0 ? "" : ",");
            value(list.get(i));
        }
        out.append(']');
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                requirePair(text, i);
                out.append(c).append(text.charAt(++i));
            } else {
                character(c);
            }
        }
        out.append('"');
    }

    private void requirePair(String text, int at) {
        if (!isPair(text, at)) {
            throw new InvalidEventDataException(
                    String.join(".", path),
                    "has text with half a surrogate pair at index " + at + ", which has no canonical form");
        }
    }

    private void character(char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\t' -> out.append("\\t");
            case '\n' -> out.append("\\n");
            case '\f' -> out.append("\\f");
            case '\r' -> out.append("\\r");
            default -> {
                if (c < 0x20) {
                    out.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
                } else {
                    out.append(c);
                }
            }
        }
    }

    static String number(Number number) {
        return switch (number) {
            case BigInteger exact -> ecmaScript(new BigDecimal(exact));
            case BigDecimal exact -> ecmaScript(exact);
            case Double binary -> ecmaScript(shortest(binary));
            case Float binary -> ecmaScript(new BigDecimal(binary.toString()));
            default -> number.toString(); // whole numbers, exactly
        };
    }

    /** The fewest digits that mean this double. Java's own text has at least two, even where one would do. */
    private static BigDecimal shortest(double binary) {
        BigDecimal digits = new BigDecimal(Double.toString(binary));
        BigDecimal one = digits.round(new MathContext(1));
        return one.doubleValue() == binary ? one : digits;
    }

    /** ECMAScript's Number::toString over decimal digits, whatever their count. */
    private static String ecmaScript(BigDecimal value) {
        if (value.signum() == 0) {
            return "0";
        }
        BigDecimal stripped = value.abs().stripTrailingZeros();
        String digits = stripped.unscaledValue().toString();
        long point = (long) digits.length() - stripped.scale();
        return (value.signum() < 0 ? "-" : "") + placed(digits, point);
    }

    private static String placed(String digits, long point) {
        int count = digits.length();
        if (count <= point && point <= 21) {
            return digits + "0".repeat((int) point - count);
        }
        if (0 < point && point <= 21) {
            return digits.substring(0, (int) point) + "." + digits.substring((int) point);
        }
        if (-6 < point && point <= 0) {
            return "0." + "0".repeat((int) -point) + digits;
        }
        long exponent = point - 1;
        String fraction = count == 1 ? "" : "." + digits.substring(1);
        return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
    }
}
