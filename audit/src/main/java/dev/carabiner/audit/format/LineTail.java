package dev.carabiner.audit.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The end of a line as it must be: {@code ,"prev":"…","h":"…"}} and LF. What is h in one line is prev in the next. Not for
 * use by two threads at once.
 */
public final class LineTail {

    private static final int DIGITS = 2 * Sha256.BYTES;
    private static final String BEFORE_PREV = ",\"prev\":\"";
    private static final String BEFORE_HASH = "\",\"h\":\"";
    private static final String NO_HASH = "0".repeat(DIGITS);
    private static final String END = "\"}\n";

    static final int PREV = BEFORE_PREV.length();
    private static final int HASH = PREV + DIGITS + BEFORE_HASH.length();

    /** How much of it is hashed: up to the quote that closes prev. */
    public static final int HASHED = PREV + DIGITS + 1;

    /** Without the LF. */
    static final int LENGTH = HASH + DIGITS + END.length() - 1;

    private final byte[] bytes =
            (BEFORE_PREV + NO_HASH + BEFORE_HASH + NO_HASH + END).getBytes(StandardCharsets.US_ASCII);

    /** That of a log's first line. */
    public LineTail() {}

    /** All of it, LF included; valid until it is changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** The digits of the hash before, wherever they stand. */
    public void prev(byte[] digits, int from) {
        System.arraycopy(digits, from, bytes, PREV, DIGITS);
    }

    /** Sets the hash of the line: its 32 bytes are written as digits. */
    public void hash(byte[] hash) {
        Hex.write(hash, 0, Sha256.BYTES, bytes, HASH);
    }

    /** That of the next line, as far as it is known now. */
    public void next() {
        System.arraycopy(bytes, HASH, bytes, PREV, DIGITS);
    }

    boolean is(byte[] text, int from) {
        return Arrays.equals(text, from, from + LENGTH, bytes, 0, LENGTH);
    }

    boolean hasPrev(byte[] text, int from) {
        return Arrays.equals(text, from + PREV, from + PREV + DIGITS, bytes, PREV, PREV + DIGITS);
    }

    /** Whether everything but the digits stands there. */
    static boolean isShaped(byte[] text, int from) {
        return isAt(text, from, BEFORE_PREV)
                && isAt(text, from + PREV + DIGITS, BEFORE_HASH)
                && text[from + HASH + DIGITS] == '"'
                && text[from + HASH + DIGITS + 1] == '}';
    }

    private static boolean isAt(byte[] text, int from, String expected) {
        for (int i = 0; i < expected.length(); i++) {
            if (text[from + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
