package dev.carabiner.engine.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an unquoted word means: YAML's core schema, without other bases than ten, infinities and the like, which stay
 * text. {@code yes} and {@code on} are text too.
 */
final class Scalars {

    /** A longer row of digits is text: it is an id or a key, and turning it into a number costs too much. */
    private static final int MOST_DIGITS = 100;

    private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1," + MOST_DIGITS + "}");
    private static final Pattern FRACTION =
            Pattern.compile("[-+]?(\\.[0-9]{1,100}|[0-9]{1,100}(\\.[0-9]{0,100})?)([eE][-+]?[0-9]{1,3})?");

    private Scalars() {}

    static @Nullable Object meaning(String word) {
        return switch (word) {
            case "", "~", "null", "Null", "NULL" -> null;
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> numberOrText(word);
        };
    }

    private static Object numberOrText(String word) {
        if (WHOLE.matcher(word).matches()) {
            return whole(new BigInteger(word));
        }
        return FRACTION.matcher(word).matches() ? new BigDecimal(word) : word;
    }

    /** In the type that JSON numbers of that size have elsewhere, so that equal settings are equal. */
    private static Number whole(BigInteger number) {
        if (number.bitLength() < Integer.SIZE) {
            return number.intValue();
        }
        return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
    }
}
