package dev.carabiner.context;

import java.util.regex.Pattern;

/**
 * Text made harmless before it enters the conversation. Removed are control characters other than tab, line feed and
 * carriage return, ANSI sequences, halves of surrogate pairs and direction overrides.
 */
public final class SafeText {

    /**
     * CSI sequences, then strings (OSC, DCS, SOS, PM, APC) that have their terminator, then other escapes. A string's
     * body ends at any other introducer, so matching takes linear time on hostile text; one that never ends loses
     * its introducer only, not the text behind it.
     */
    private static final Pattern ANSI = Pattern.compile("(?:\\x1B\\[|\\x9B)[0-?]*+[ -/]*+[@-~]?"
            + "|(?:\\x1B[\\]PX^_]|[\\x90\\x98\\x9D-\\x9F])[^\\x07\\x1B\\x80-\\x9F]*+(?:\\x07|\\x1B\\\\|\\x9C)"
            + "|\\x1B[ -/]*+[0-~]?");

    private SafeText() {}

    /** The text without what is removed; the same object if there is nothing to remove. Takes linear time. */
    public static String of(String text) {
        if (isSafe(text)) {
            return text;
        }
        String plain = ANSI.matcher(text).replaceAll("");
        StringBuilder kept = new StringBuilder(plain.length());
        plain.codePoints().filter(SafeText::isKept).forEach(kept::appendCodePoint);
        return kept.toString();
    }

    private static boolean isSafe(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c) || !isKept(c)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isKept(int c) {
        if (c < 0x20) {
            return c == '\t' || c == '\n' || c == '\r';
        }
        boolean control = c >= 0x7F && c <= 0x9F;
        boolean loneSurrogate = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        return !control && !loneSurrogate && !isDirection(c);
    }

    /** Embeddings, overrides, isolates and the marks that set a direction. */
    private static boolean isDirection(int c) {
        return (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069)
                || c == 0x200E
                || c == 0x200F
                || c == 0x061C;
    }
}
