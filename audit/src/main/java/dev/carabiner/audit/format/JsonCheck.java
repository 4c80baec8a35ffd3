package dev.carabiner.audit.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Whether bytes are JSON in the one spelling that the log allows, and no object has a key twice. Reads each byte once
 * and builds nothing, since every byte of a log passes here when it is verified. Not for use by two threads at once.
 */
public final class JsonCheck {

    /** What the methods return instead of a position. */
    public static final int MALFORMED = -1;

    private static final int DEEPEST = 600;

    private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
    private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};
    private static final byte[] NULL = {'n', 'u', 'l', 'l'};

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private final JsonKeys keys = new JsonKeys();
    private byte[] bytes = {};
    private int end;

    /** The position behind the object that starts at {@code from}, {@code level} deep, and must end before {@code to}. */
    public int object(byte[] text, int from, int to, int level) {
        start(text, to);
        return from < to && text[from] == '{' ? object(from, level) : MALFORMED;
    }

    /** The position behind the string that starts at {@code from} and must end before {@code to}. */
    public int string(byte[] text, int from, int to) {
        start(text, to);
        return from < to && text[from] == '"' ? string(from) : MALFORMED;
    }

    private void start(byte[] text, int to) {
        bytes = text;
        end = to;
        keys.start(text);
    }

    private int value(int at, int level) {
        if (at >= end) {
            return MALFORMED;
        }
        return switch (bytes[at]) {
            case '"' -> string(at);
            case '{' -> object(at, level);
            case '[' -> array(at, level);
            case 't' -> literal(at, TRUE);
            case 'n' -> literal(at, NULL);
            case 'f' -> literal(at, FALSE);
            default -> number(at);
        };
    }

    private int object(int from, int level) {
        if (level > DEEPEST) {
            return MALFORMED;
        }
        int at = from + 1;
        if (at < end && bytes[at] == '}') {
            return at + 1;
        }
        int outer = keys.enter();
        while (true) {
            int key = at;
            at = key < end && bytes[key] == '"' ? string(key) : MALFORMED;
            if (at == MALFORMED || !keys.add(key, at) || at >= end || bytes[at] != ':') {
                return MALFORMED;
            }
            at = value(at + 1, level + 1);
            if (at == MALFORMED || at >= end) {
                return MALFORMED;
            }
            if (bytes[at] == '}') {
                return keys.leave(outer) ? at + 1 : MALFORMED;
            }
            if (bytes[at++] != ',') {
                return MALFORMED;
            }
        }
    }

    private int array(int from, int level) {
        if (level > DEEPEST) {
            return MALFORMED;
        }
        int at = from + 1;
        if (at < end && bytes[at] == ']') {
            return at + 1;
        }
        while (true) {
            at = value(at, level + 1);
            if (at == MALFORMED || at >= end) {
                return MALFORMED;
            }
            if (bytes[at] == ']') {
                return at + 1;
            }
            if (bytes[at++] != ',') {
                return MALFORMED;
            }
        }
    }

    private int literal(int at, byte[] expected) {
        int behind = at + expected.length;
        return behind <= end && Arrays.equals(bytes, at, behind, expected, 0, expected.length) ? behind : MALFORMED;
    }

    private int number(int from) {
        int at = bytes[from] == '-' ? from + 1 : from;
        if (at < end && bytes[at] == '0') {
            at++;
        } else {
            at = digits(at);
        }
        if (at != MALFORMED && at < end && bytes[at] == '.') {
            at = digits(at + 1);
        }
        if (at != MALFORMED && at < end && (bytes[at] == 'e' || bytes[at] == 'E')) {
            at++;
            if (at < end && (bytes[at] == '+' || bytes[at] == '-')) {
                at++;
            }
            at = digits(at);
        }
        return at;
    }

    /** The position behind one digit or more. */
    private int digits(int from) {
        int at = from;
        while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at == from ? MALFORMED : at;
    }

    private int string(int from) {
        int at = from + 1;
        while (true) {
            at = plain(at);
            if (at >= end) {
                return MALFORMED;
            }
            byte next = bytes[at];
            if (next == '"') {
                return at + 1;
            }
            if (next == '\\') {
                at = escape(at);
            } else {
                at = next < 0 ? Utf8.behind(bytes, at, end) : MALFORMED; // what is left is a control character
            }
            if (at == MALFORMED) {
                return MALFORMED;
            }
        }
    }

    /** Skips ASCII that stands for itself: eight bytes at a time, as long as none of them is anything else. */
    private int plain(int from) {
        int at = from;
        while (end - at >= Long.BYTES) {
            long eight = (long) EIGHT_BYTES.get(bytes, at);
            long quotes = eight ^ '"' * ONES;
            long escapes = eight ^ '\\' * ONES;
            long special = (eight
                            | ((eight - 0x20 * ONES) & ~eight)
                            | ((quotes - ONES) & ~quotes)
                            | ((escapes - ONES) & ~escapes))
                    & HIGH_BITS;
            if (special != 0) {
                return at
                        + (Long.numberOfTrailingZeros(special) >>> 3); // the lowest marked byte is never a false alarm
            }
            at += Long.BYTES;
        }
        while (at < end && bytes[at] >= 0x20 && bytes[at] != '"' && bytes[at] != '\\') {
            at++;
        }
        return at;
    }

    private int escape(int at) {
        if (at + 1 >= end) {
            return MALFORMED;
        }
        return switch (bytes[at + 1]) {
            case '"', '\\', 'b', 't', 'n', 'f', 'r' -> at + 2;
            case 'u' -> longEscape(at);
            default -> MALFORMED;
        };
    }

    private int longEscape(int at) {
        int unit = unit(at);
        if (Character.isHighSurrogate((char) unit)) {
            return Character.isLowSurrogate((char) unit(at + 6)) ? MALFORMED : at + 6;
        }
        boolean hasShortForm = unit == '\b' || unit == '\t' || unit == '\n' || unit == '\f' || unit == '\r';
        boolean needed = (unit < 0x20 && !hasShortForm) || Character.isLowSurrogate((char) unit);
        return unit >= 0 && needed ? at + 6 : MALFORMED;
    }

    /** The UTF-16 unit of the long escape that stands there, or a negative number if none does. */
    private int unit(int at) {
        if (end - at < 6 || bytes[at] != '\\' || bytes[at + 1] != 'u' || !Hex.isHex(bytes, at + 2, at + 6)) {
            return MALFORMED;
        }
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            unit = 16 * unit + Character.digit(bytes[i], 16);
        }
        return unit;
    }

    /** Frees what an unusually large line made necessary. */
    public void forget() {
        bytes = new byte[0];
        keys.forget();
    }
}
