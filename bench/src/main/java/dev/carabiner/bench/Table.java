package dev.carabiner.bench;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A Markdown table with aligned columns: the first to the left, the figures to the right. */
public final class Table {
    private final List<List<String>> rows;
    private final int[] widths;

    private Table(List<List<String>> rows) {
        this.rows = rows;
        this.widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .map(width -> Math.max(width, 4))
                .toArray();
    }

    /** @param rows all of one length, the first being the heading */
    public static String of(List<List<String>> rows) {
        Table table = new Table(rows);
        StringBuilder text = new StringBuilder(table.line(rows.getFirst()));
        text.append(table.rule());
        rows.stream().skip(1).map(table::line).forEach(text::append);
        return text.toString();
    }

    private String line(List<String> cells) {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> padded(cells.get(column), column))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private String padded(String cell, int column) {
        return ("%" + (column == 0 ? "-" : "") + widths[column] + "s").formatted(cell);
    }

    private String rule() {
        return IntStream.range(0, widths.length)
                .mapToObj(column -> "-".repeat(widths[column] + 1) + (column == 0 ? "-" : ":"))
                .collect(Collectors.joining("|", "|", "|\n"));
    }
}
