package dev.carabiner.audit.format;

import java.nio.charset.StandardCharsets;

/**
 * What the fields of a record that are no JSON may look like. Each method returns the position behind what starts at
 * {@code from} and must end before {@code end}, or {@link JsonCheck#MALFORMED}.
 */
final class FieldShapes {

    private static final byte[] UP_TO_SECOND = "0000-00-00T00:00:00.".getBytes(StandardCharsets.US_ASCII);
    private static final int FRACTION_DIGITS = 9;
    private static final int BOOT_DIGITS = 16;
    private static final int LONGEST_LOG_NAME = 64;
    private static final int LONGEST_TYPE = 32;

    /** With the Z at its end. */
    static final int TIME_LENGTH = UP_TO_SECOND.length + FRACTION_DIGITS + 1;

    private FieldShapes() {}

    static int logName(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && isNameByte(bytes[at])) {
            at++;
        }
        return at > from && at - from <= LONGEST_LOG_NAME ? at : JsonCheck.MALFORMED;
    }

    private static boolean isNameByte(byte c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '.' || c == '_' || c == '-';
    }

    static int upToSecond(byte[] bytes, int from, int end) {
        if (end - from < UP_TO_SECOND.length) {
            return JsonCheck.MALFORMED;
        }
        int at = from;
        for (byte expected : UP_TO_SECOND) {
            byte found = bytes[at++];
            if (expected == '0' ? !isDigit(found) : found != expected) {
                return JsonCheck.MALFORMED;
            }
        }
        return at;
    }

    static int fraction(byte[] bytes, int from, int end) {
        int behind = from + FRACTION_DIGITS;
        boolean digits = behind < end;
        for (int at = from; digits && at < behind; at++) {
            digits = isDigit(bytes[at]);
        }
        return digits ? behind : JsonCheck.MALFORMED;
    }

    static int boot(byte[] bytes, int from, int end) {
        int behind = from + BOOT_DIGITS;
        return behind <= end && Hex.isHex(bytes, from, behind) ? behind : JsonCheck.MALFORMED;
    }

    static int type(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && isTypeByte(bytes[at], at - from)) {
            at++;
        }
        return at > from && at - from <= LONGEST_TYPE ? at : JsonCheck.MALFORMED;
    }

    private static boolean isTypeByte(byte c, int place) {
        return (c >= 'a' && c <= 'z') || (place > 0 && (isDigit(c) || c == '_'));
    }

    static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }
}
