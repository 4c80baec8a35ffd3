package dev.carabiner.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON-shaped values into a reusable byte array, in the one spelling of the audit log: compact, nothing escaped
 * that need not be. Half a surrogate pair, which UTF-8 cannot hold, is escaped. Not for use by two threads at once.
 */
public final class JsonBytes {

    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final byte[] TRUE = ascii("true");
    private static final byte[] FALSE = ascii("false");
    private static final byte[] NULL = ascii("null");

    /** For each byte of ASCII: 0 if it stands for itself, 'u' if it has only the long escape, else its short one. */
    private static final byte[] ESCAPES = escapes();

    private byte[] bytes;
    private int length;

    /** Empty, with room for so many bytes; it grows as needed. */
    public JsonBytes(int capacity) {
        bytes = new byte[Math.max(capacity, 16)];
    }

    /** The array itself, valid up to {@link #length} and until the next write. */
    public byte[] array() {
        return bytes;
    }

    /** How many bytes were written. */
    public int length() {
        return length;
    }

    /** Keeps the first {@code newLength} bytes. */
    public void cut(int newLength) {
        length = newLength;
    }

    /** A copy of the bytes from one place up to another, which is left out. */
    public byte[] copy(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }

    /** Appends bytes as they are. */
    public JsonBytes raw(byte[] text) {
        return raw(text, 0, text.length);
    }

    /** Appends a part of the bytes as they are. */
    public JsonBytes raw(byte[] text, int from, int count) {
        reserve(count);
        System.arraycopy(text, from, bytes, length, count);
        length += count;
        return this;
    }

    /** Appends one character, which the caller knows to be ASCII. */
    public JsonBytes raw(char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    /** Text as it is, which the caller knows to be ASCII. */
    public JsonBytes raw(String ascii) {
        reserve(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
        return this;
    }

    /**
     * Appends a JSON-shaped value: null, text, boolean, number, map or list.
     *
     * @throws IllegalArgumentException if it is anything else; what was appended before stays
     */
    public void value(@Nullable Object value) {
        switch (value) {
            case null -> raw(NULL);
            case String text -> text(text);
            case Boolean flag -> raw(flag ? TRUE : FALSE);
            case Integer number -> number(number);
            case Long number -> number(number);
            case Number number -> raw(number.toString()); // every other kind prints itself as JSON has it
            case Map<?, ?> map -> object(map);
            case List<?> list -> array(list);
            default -> throw new IllegalArgumentException("not JSON-shaped: " + value.getClass());
        }
    }

    private void object(Map<?, ?> map) {
        char separator = '{';
        for (Map.Entry<?, ?> field : map.entrySet()) {
            raw(separator);
            text((String) field.getKey());
            raw(':');
            value(field.getValue());
            separator = ',';
        }
        if (separator == '{') {
            raw('{');
        }
        raw('}');
    }

    private void array(List<?> list) {
        raw('[');
        for (int i = 0; i < list.size(); i++) {
            if (i > 0) {
                raw(',');
            }
            value(list.get(i));
        }
        raw(']');
    }

    /** Appends a whole number. */
    public void number(long number) {
        if (number < 0) {
            raw(Long.toString(number));
            return;
        }
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        reserve(digits);
        int at = length + digits;
        long rest = number;
        do {
            bytes[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest > 0);
        length += digits;
    }

    /** A number that is not negative, with zeros in front of it to so many digits. */
    public void digits(int number, int count) {
        reserve(count);
        int rest = number;
        for (int at = length + count - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += count;
    }

    /** A JSON string. Nearly all text is ASCII without escapes, and is copied by the first loop. */
    public void text(String text) {
        int chars = text.length();
        reserve(chars + 2);
        byte[] out = bytes;
        int at = length;
        out[at++] = '"';
        int i = 0;
        while (i < chars) {
            char c = text.charAt(i);
            if (c >= 0x80 || ESCAPES[c] != 0) {
                break;
            }
            out[at++] = (byte) c;
            i++;
        }
        length = at;
        if (i < chars) {
            anyText(text, i);
        }
        raw('"');
    }

    private void anyText(String text, int from) {
        int chars = text.length();
        for (int i = from; i < chars; i++) {
            reserve(6);
            char c = text.charAt(i);
            if (c < 0x80) {
                ascii(c);
            } else if (c < 0x800) {
                bytes[length++] = (byte) (0xC0 | (c >> 6));
                bytes[length++] = (byte) (0x80 | (c & 0x3F));
            } else if (!Character.isSurrogate(c)) {
                bytes[length++] = (byte) (0xE0 | (c >> 12));
                bytes[length++] = (byte) (0x80 | ((c >> 6) & 0x3F));
                bytes[length++] = (byte) (0x80 | (c & 0x3F));
            } else if (i + 1 < chars && Character.isSurrogatePair(c, text.charAt(i + 1))) {
                pair(Character.toCodePoint(c, text.charAt(++i)));
            } else {
                longEscape(c);
            }
        }
    }

    private void ascii(char c) {
        byte escape = ESCAPES[c];
        if (escape == 0) {
            bytes[length++] = (byte) c;
        } else if (escape == 'u') {
            longEscape(c);
        } else {
            bytes[length++] = '\\';
            bytes[length++] = escape;
        }
    }

    private void pair(int codePoint) {
        bytes[length++] = (byte) (0xF0 | (codePoint >> 18));
        bytes[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
        bytes[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        bytes[length++] = (byte) (0x80 | (codePoint & 0x3F));
    }

    private void longEscape(char c) {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[(c >> shift) & 0xF];
        }
    }

    /** Makes room for so many more bytes, so that writing them cannot fail for want of memory. */
    public void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.addExact(Math.max(bytes.length, more), bytes.length));
        }
    }

    private static byte[] escapes() {
        byte[] escapes = new byte[0x80];
        Arrays.fill(escapes, 0, 0x20, (byte) 'u');
        escapes['\b'] = 'b';
        escapes['\t'] = 't';
        escapes['\n'] = 'n';
        escapes['\f'] = 'f';
        escapes['\r'] = 'r';
        escapes['"'] = '"';
        escapes['\\'] = '\\';
        return escapes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
