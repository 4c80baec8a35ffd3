package dev.carabiner.cli.terminal;

import java.util.stream.Collectors;

/** Breaks whole lines at spaces where a terminal would break them anywhere. Colours take no room. */
public final class LineWrap {

    private static final char ESCAPE = '\u001B';
    private static final int HANG = 2;

    private final int width;
    private final String hang;
    private final StringBuilder out = new StringBuilder();
    private int column;
    private int space = -1; // where in what is written a line could be broken
    private int columnBehindSpace;

    private LineWrap(int width, int indent) {
        this.width = width;
        int room = indent + HANG;
        this.hang = room > width / 2 ? "" : " ".repeat(room);
    }

    /** The lines, none wider than that; what continues one is indented a little more. 0 leaves them as they are. */
    public static String of(String lines, int width) {
        if (width == 0) {
            return lines;
        }
        return lines.lines()
                .map(line ->
                        new LineWrap(width, line.length() - line.stripLeading().length()).wrapped(line))
                .collect(Collectors.joining("\n"));
    }

    private String wrapped(String line) {
        boolean text = false;
        for (int i = 0; i < line.length(); ) {
            int c = line.codePointAt(i);
            int next = i + Character.charCount(c);
            if (c == ESCAPE) {
                next = Math.max(next, line.indexOf('m', i) + 1); // all that comes here are colours
                out.append(line, i, next);
            } else {
                String sign = line.substring(i, next);
                int columns = TextWidth.of(sign);
                if (column + columns > width) {
                    breakLine();
                }
                if (c == ' ' && text) {
                    space = out.length();
                    columnBehindSpace = column + columns;
                }
                text |= c != ' ';
                out.append(sign);
                column += columns;
            }
            i = next;
        }
        return out.toString();
    }

    private void breakLine() {
        if (space < 0) {
            out.append('\n').append(hang);
            column = hang.length();
        } else {
            out.replace(space, space + 1, "\n" + hang);
            column = hang.length() + column - columnBehindSpace;
        }
        space = -1;
    }
}
