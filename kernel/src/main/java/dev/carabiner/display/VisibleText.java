package dev.carabiner.display;

import java.util.Locale;

/**
 * Text as a person may see it: whatever could hide, reorder or fake something is written as an escape. Line feed and
 * tab stay, so that code and diffs remain readable; in one line they are escaped too.
 */
public final class VisibleText {

    private static final int ZERO_WIDTH_MARK = 0x034F; // combining grapheme joiner
    private static final int HANGUL_FILLER = 0x3164;
    private static final int HALFWIDTH_HANGUL_FILLER = 0xFFA0;
    private static final int BRAILLE_BLANK = 0x2800;

    private VisibleText() {}

    /** For a block of text: line feeds and tabs stay, everything deceptive is escaped. */
    public static String escaped(String text) {
        return escape(text, false);
    }

    /** For a heading, a table cell or a log line: line feeds and tabs are escaped as well. */
    public static String inOneLine(String text) {
        return escape(text, true);
    }

    private static String escape(String text, boolean oneLine) {
        int clean = 0;
        while (clean < text.length() && isPlain(text.charAt(clean))) {
            clean++;
        }
        if (clean == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 16).append(text, 0, clean);
        text.substring(clean).codePoints().forEach(c -> {
            if ((c == '\n' || c == '\t') && !oneLine) {
                out.append((char) c);
            } else if (isDeceptive(c)) {
                out.append(escape(c));
            } else {
                out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x7F;
    }

    /** Whether a character is invisible, or could be taken for another or for none. */
    public static boolean isDeceptive(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            default -> isBlankLetter(c) || isVariationSelector(c);
        };
    }

    private static boolean isBlankLetter(int c) {
        return c == ZERO_WIDTH_MARK
                || c == HANGUL_FILLER
                || c == HALFWIDTH_HANGUL_FILLER
                || c == BRAILLE_BLANK
                || c == 0x115F // the two Hangul Jamo fillers
                || c == 0x1160
                || c == 0x17B4 // the two inherent Khmer vowels
                || c == 0x17B5;
    }

    /** Invisible, and able to carry a hidden text in their numbers. */
    private static boolean isVariationSelector(int c) {
        return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF) || (c >= 0x180B && c <= 0x180F);
    }

    private static String escape(int c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\t' -> "\\t";
            case '\r' -> "\\r";
            default -> String.format(Locale.ROOT, c > 0xFFFF ? "\\u{%X}" : "\\u%04X", c);
        };
    }
}
