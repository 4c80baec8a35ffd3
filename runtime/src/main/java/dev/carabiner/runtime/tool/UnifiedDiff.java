package dev.carabiner.runtime.tool;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.Patch;
import dev.carabiner.display.VisibleText;
import java.util.ArrayList;
import java.util.List;

/**
 * What changed between two texts, in the usual form, and never more than a person would read.
 *
 * @param truncated whether the end is missing
 */
record UnifiedDiff(String text, boolean truncated) {

    private static final int AROUND = 3;
    private static final int MOST_CHARACTERS = 20_000;

    /** Beyond this many comparisons, the lines between the first and the last that differ are all taken for changed. */
    private static final long MOST_COMPARISONS = 1_000_000;

    static UnifiedDiff between(String path, String before, String after) {
        if (before.equals(after)) {
            return new UnifiedDiff("", false);
        }
        String name = VisibleText.inOneLine(path); // a line feed in it would begin a line of the diff
        List<String> old = lines(before);
        Patch<String> patch = patch(old, lines(after));
        StringBuilder out = new StringBuilder();
        for (String line : UnifiedDiffUtils.generateUnifiedDiff("a/" + name, "b/" + name, old, patch, AROUND)) {
            if (out.length() + line.length() > MOST_CHARACTERS) {
                return new UnifiedDiff(out + "[the rest of the changes is left out]\n", true);
            }
            out.append(line.startsWith("@@ ") ? header(line) : line).append('\n');
        }
        return new UnifiedDiff(out.toString(), false);
    }

    private static List<String> lines(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        } else {
            lines.set(lines.size() - 1, lines.getLast() + "\n\\ No newline at end of file");
        }
        return lines;
    }

    /** An empty text has no first line; the library says that it has. */
    private static String header(String line) {
        return line.replace("-1,0 ", "-0,0 ").replace("+1,0 ", "+0,0 ");
    }

    private static Patch<String> patch(List<String> before, List<String> after) {
        int shorter = Math.min(before.size(), after.size());
        int head = 0;
        while (head < shorter && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && fromEnd(before, tail).equals(fromEnd(after, tail))) {
            tail++;
        }
        List<String> removed = before.subList(head, before.size() - tail);
        List<String> added = after.subList(head, after.size() - tail);
        if ((long) removed.size() * added.size() <= MOST_COMPARISONS) {
            return DiffUtils.diff(before, after);
        }
        Patch<String> whole = new Patch<>(1);
        whole.addDelta(new ChangeDelta<>(new Chunk<>(head, removed), new Chunk<>(head, added)));
        return whole;
    }

    private static String fromEnd(List<String> lines, int distance) {
        return lines.get(lines.size() - 1 - distance);
    }
}
