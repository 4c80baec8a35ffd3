package dev.carabiner.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** How many columns a text takes on a terminal. The text has been made visible before: no controls, no colours. */
public final class TextWidth {

    private static final int TAB = 8;

    private TextWidth() {}

    /** How many columns of a terminal the text takes. */
    public static int of(String text) {
        int columns = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            columns += of(text.codePointAt(i));
        }
        return columns;
    }

    /** The text, or as much of it as fits with the dots behind it. */
    public static String cut(String text, int width, String dots) {
        if (of(text) <= width) {
            return text;
        }
        int room = width - of(dots);
        return room <= 0
                ? text.substring(0, end(text, 0, Math.max(width, 0)))
                : text.substring(0, end(text, 0, room)) + dots;
    }

    /** The line in pieces of at most that width, broken at spaces where there are any in the second half. */
    public static List<String> wrapped(String line, int width) {
        int room = Math.max(width, 2); // a wide letter needs two
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int to = end(line, from, room); to < line.length(); to = end(line, from, room)) {
            int space = spaceBefore(to, from + (to - from) / 2, line);
            if (space >= 0) {
                pieces.add(line.substring(from, space));
                from = space + 1;
            } else {
                pieces.add(line.substring(from, to));
                from = to;
            }
        }
        pieces.add(line.substring(from));
        return pieces;
    }

    /** No further back than that: a line may be very long and have no space at all. */
    private static int spaceBefore(int to, int least, String line) {
        for (int at = to; at > least; at--) {
            if (line.charAt(at) == ' ') {
                return at;
            }
        }
        return -1;
    }

    /** Spaces behind the text up to that width. */
    public static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    /** Where the text that begins there has filled that many columns. */
    private static int end(String text, int from, int width) {
        int columns = 0;
        int at = from;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            columns += of(c);
            if (columns > width) {
                return at;
            }
            at += Character.charCount(c);
        }
        return at;
    }

    private static int of(int c) {
        return c == '\t' ? TAB : Math.max(0, WCWidth.wcwidth(c));
    }
}
