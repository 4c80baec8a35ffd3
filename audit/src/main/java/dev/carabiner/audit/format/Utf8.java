package dev.carabiner.audit.format;

/** UTF-8, strictly. */
final class Utf8 {

    private Utf8() {}

    /** The position behind the character of two to four bytes that starts there, or {@link JsonCheck#MALFORMED}. */
    static int behind(byte[] bytes, int at, int end) {
        int lead = bytes[at] & 0xFF;
        int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
        if (lead < 0xC2 || lead > 0xF4 || end - at < length) {
            return JsonCheck.MALFORMED;
        }
        int second = bytes[at + 1] & 0xFF;
        if (second < least(lead) || second > most(lead)) {
            return JsonCheck.MALFORMED;
        }
        for (int i = at + 2; i < at + length; i++) {
            if ((bytes[i] & 0xC0) != 0x80) {
                return JsonCheck.MALFORMED;
            }
        }
        return at + length;
    }

    /** Below this it would be longer than need be. */
    private static int least(int lead) {
        return lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    }

    /** Above this it would be a surrogate, or beyond U+10FFFF. */
    private static int most(int lead) {
        return lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    }
}
