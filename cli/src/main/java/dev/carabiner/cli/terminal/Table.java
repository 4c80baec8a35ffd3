package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import java.util.ArrayList;
import java.util.List;

/** Rows in columns. On a terminal no row is wider than it: the last column is cut, and says so. */
public final class Table {

    private static final String GAP = "  ";
    private static final int NARROWEST = 8;

    private final Styles styles;
    private final int width;
    private final List<List<String>> rows = new ArrayList<>();

    /** The width is that of the terminal; 0 means that there is none and nothing is cut. */
    public Table(Styles styles, int width, String... heading) {
        this.styles = styles;
        this.width = width;
        rows.add(List.of(heading));
    }

    /** Adds a row; it is printed with the others, when all widths are known. */
    public void row(String... cells) {
        rows.add(List.of(cells).stream().map(VisibleText::inOneLine).toList());
    }

    /** Every line with its end. */
    public String text() {
        int[] widths = widths();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            String line = line(rows.get(i), widths);
            out.append(i == 0 ? styles.bold(line) : line).append('\n');
        }
        return out.toString();
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            boolean last = i == cells.size() - 1;
            String cell = TextWidth.cut(cells.get(i), widths[i], styles.dots());
            line.append(last ? cell : TextWidth.padded(cell, widths[i]) + GAP);
        }
        return line.toString().stripTrailing();
    }

    private int[] widths() {
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> cells : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], TextWidth.of(cells.get(i)));
            }
        }
        if (width > 0) {
            fit(widths);
        }
        return widths;
    }

    /** Takes what is too much from the last column, then from the one before, and so on. */
    private void fit(int[] widths) {
        int over = -width;
        for (int each : widths) {
            over += each + GAP.length();
        }
        over -= GAP.length();
        for (int i = widths.length - 1; i >= 0 && over > 0; i--) {
            int less = Math.clamp(over, 0, Math.max(0, widths[i] - NARROWEST));
            widths[i] -= less;
            over -= less;
        }
    }
}
