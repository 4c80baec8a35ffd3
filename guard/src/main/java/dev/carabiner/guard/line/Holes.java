package dev.carabiner.guard.line;

import java.util.regex.Pattern;

/**
 * Places in a text where something stands that is not known when the line is read. They are letters of Unicode's private
 * area; a line that holds one of these itself is not read at all.
 */
public final class Holes {

    /** Any text, also none. */
    public static final char ANY = '\uE000';

    /** What a wildcard stands for within one name: any letters but a slash. */
    public static final char NAME = '\uE001';

    /** Names below a directory, as {@code **} finds them. */
    public static final char NAMES = '\uE002';

    /** A number, a hash, a date or a plain name: begins with a letter or digit, and has no blank or slash. */
    public static final char SAFE = '\uE003';

    /** The home directory of the user whose name follows. */
    public static final char HOME_OF = '\uE004';

    private static final char FIRST = '\uE000';
    private static final char LAST = '\uE00F';

    private Holes() {}

    /** Whether the character stands for text that is not known. */
    public static boolean isHole(int c) {
        return c >= FIRST && c <= LAST;
    }

    /** Whether something in the text is not known. */
    public static boolean areIn(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isHole(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Whether the text has this kind of hole. */
    public static boolean has(String text, char hole) {
        return text.indexOf(hole) >= 0;
    }

    /** The text with nothing in its holes. */
    public static String without(String text) {
        if (!areIn(text)) {
            return text;
        }
        StringBuilder left = new StringBuilder();
        text.chars().filter(c -> !isHole(c)).forEach(c -> left.append((char) c));
        return left.toString();
    }

    /** For people: an ellipsis for each hole. */
    public static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().forEach(c -> shown.append(isHole(c) ? '…' : (char) c));
        return shown.toString();
    }

    /** Whether a word could be this text with something in its holes. */
    public static boolean fit(String text, String word) {
        if (!areIn(text)) {
            return text.equals(word);
        }
        StringBuilder pattern = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            pattern.append(pattern(text.charAt(i)));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL).matcher(word).matches();
    }

    private static String pattern(char c) {
        return switch (c) {
            case NAME -> "[^/]*";
            case SAFE -> "[A-Za-z0-9-][A-Za-z0-9._:@+-]*";
            default -> isHole(c) ? ".*" : Pattern.quote(String.valueOf(c));
        };
    }
}
