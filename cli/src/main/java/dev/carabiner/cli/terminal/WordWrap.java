package dev.carabiner.cli.terminal;

/**
 * Breaks running text at spaces, as it comes: near the end of a line, a word waits until it is whole. Every line is
 * indented alike.
 */
final class WordWrap {

    /** Few words are longer; one that is may be broken. */
    private static final int A_WORD = 15;

    private final int width;
    private final String indent;
    private final StringBuilder word = new StringBuilder();
    private int gap;
    private int column;
    private boolean atStart = true;

    /** A width of 0 leaves every line as long as it is. */
    WordWrap(int width, String indent) {
        this.width = width;
        this.indent = indent;
    }

    /** What can be written of the text so far. */
    String add(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> {
                    place(out);
                    gap = 0;
                    atStart = true;
                    out.append('\n');
                }
                case ' ' -> {
                    place(out);
                    gap++;
                }
                default -> word.append(c);
            }
        }
        int used = atStart ? indent.length() : column + gap;
        if (width == 0 || used + word.length() + A_WORD <= width) {
            place(out);
        }
        return out.toString();
    }

    /** The word that has waited. */
    String rest() {
        StringBuilder out = new StringBuilder();
        place(out);
        return out.toString();
    }

    private void place(StringBuilder out) {
        if (word.isEmpty()) {
            return;
        }
        int columns = TextWidth.of(word.toString());
        if (width > 0 && !atStart && column + gap + columns > width) {
            out.append('\n');
            atStart = true;
            gap = 0;
        }
        if (atStart) {
            out.append(indent);
            column = indent.length();
            atStart = false;
        }
        out.append(" ".repeat(gap)).append(word);
        column += gap + columns;
        gap = 0;
        word.setLength(0);
    }
}
