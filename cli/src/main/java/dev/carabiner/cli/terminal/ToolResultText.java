package dev.carabiner.cli.terminal;

import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What came of a tool call, in a few lines: how much was read, what changed, what a command said. */
final class ToolResultText {

    private static final int OUTPUT_LINES = 3;
    private static final int DIFF_LINES = 40;
    private static final long WORTH_TELLING_MS = 1_000;

    /** Their output is for the model; a person wants to know how much it was. */
    private static final Set<String> COUNTED = Set.of("Read", "Glob", "Grep");

    private final Styles styles;

    ToolResultText(Styles styles) {
        this.styles = styles;
    }

    /** The lines, without indentation, in colour. */
    List<String> lines(String tool, EventData result, boolean success, long durationMs, int width) {
        List<String> lines = new ArrayList<>();
        String diff = LenientFields.text(result, "diff");
        String output = LenientFields.text(result, "output");
        if (!success) {
            failure(output, result, width, lines);
        } else if (!diff.isBlank()) {
            diff(diff, width, lines);
        } else if (COUNTED.contains(tool)) {
            lines.add(styles.dim(count(output.lines().count(), "line")));
        } else {
            beginning(output, OUTPUT_LINES, width, lines);
        }
        if (durationMs >= WORTH_TELLING_MS) {
            String time = String.format(Locale.ROOT, "(%.1f s)", durationMs / 1000.0);
            lines.set(0, lines.getFirst() + " " + styles.dim(time));
        }
        return lines;
    }

    private void failure(String output, EventData result, int width, List<String> lines) {
        long exitCode = LenientFields.number(result, "exit_code");
        lines.add(styles.red(exitCode == 0 ? "failed" : "exit code " + exitCode));
        beginning(output, OUTPUT_LINES, width, lines);
    }

    private void beginning(String output, int most, int width, List<String> lines) {
        List<String> all = output.strip().lines().toList();
        all.stream().limit(most).forEach(line -> lines.add(styles.dim(shown(line, width))));
        if (all.size() > most) {
            lines.add(styles.dim(styles.dots() + " " + count(all.size() - most, "more line")));
        }
        if (lines.isEmpty()) {
            lines.add(styles.dim("done"));
        }
    }

    private void diff(String diff, int width, List<String> lines) {
        List<String> all = changes(diff);
        long added = all.stream().filter(line -> line.startsWith("+")).count();
        long removed = all.stream().filter(line -> line.startsWith("-")).count();
        lines.add(styles.dim(count(added, "line") + " added, " + removed + " removed"));
        all.stream().limit(DIFF_LINES).forEach(line -> lines.add(coloured(line, shown(line, width))));
        if (all.size() > DIFF_LINES) {
            lines.add(
                    styles.dim(styles.dots() + " " + count(all.size() - DIFF_LINES, "more line") + " of this change"));
        }
    }

    /** Without the two lines that name the file: by their place, because a changed line may begin like them. */
    private static List<String> changes(String diff) {
        List<String> all = Arrays.stream(diff.split("\n"))
                .map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
                .toList();
        boolean named =
                all.size() > 1 && all.get(0).startsWith("--- ") && all.get(1).startsWith("+++ ");
        return named ? all.subList(2, all.size()) : all;
    }

    private String coloured(String line, String shown) {
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> styles.green(shown);
            case '-' -> styles.red(shown);
            case '@' -> styles.cyan(shown);
            default -> shown;
        };
    }

    private String shown(String line, int width) {
        String visible = VisibleText.inOneLine(line.replace("\t", "    "));
        return width == 0 ? visible : TextWidth.cut(visible, width, styles.dots());
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }
}
