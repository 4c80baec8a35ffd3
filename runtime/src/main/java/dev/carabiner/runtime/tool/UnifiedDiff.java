package dev.carabiner.runtime.tool;

import dev.carabiner.display.VisibleText;
import java.util.ArrayList;
import java.util.List;

/**
 * What changed between two texts, in the usual form, and never more than somebody would read.
 *
 * @param truncated whether the end is missing
 */
record UnifiedDiff(String text, boolean truncated) {

    private static final int AROUND = 3;
    private static final int MOST_CHARACTERS = 20_000;

    static UnifiedDiff between(String path, String before, String after) {
        if (before.equals(after)) {
            return new UnifiedDiff("", false);
        }
        List<LineChange> changes = LineChange.between(lines(before), lines(after));
        String name = VisibleText.inOneLine(path); // a line feed in it would begin a line of the diff
        StringBuilder out = new StringBuilder("--- a/" + name + "\n+++ b/" + name + "\n");
        boolean truncated = false;
        for (List<LineChange> hunk : hunks(changes)) {
            header(out, hunk);
            for (LineChange line : hunk) {
                if (out.length() + line.text().length() > MOST_CHARACTERS) {
                    truncated = true;
                    break;
                }
                out.append(line.kind().sign).append(line.text()).append('\n');
            }
            if (truncated) {
                out.append("[the rest of the changes is left out]\n");
                break;
            }
        }
        return new UnifiedDiff(out.toString(), truncated);
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

    private static void header(StringBuilder out, List<LineChange> hunk) {
        long removed =
                hunk.stream().filter(it -> it.kind() != LineChange.Kind.ADDED).count();
        long added =
                hunk.stream().filter(it -> it.kind() != LineChange.Kind.REMOVED).count();
        LineChange first = hunk.getFirst();
        out.append("@@ -")
                .append(first.before() + (removed == 0 ? 0 : 1))
                .append(',')
                .append(removed);
        out.append(" +")
                .append(first.after() + (added == 0 ? 0 : 1))
                .append(',')
                .append(added)
                .append(" @@\n");
    }

    /** The changed lines, with a few around them. */
    private static List<List<LineChange>> hunks(List<LineChange> changes) {
        List<List<LineChange>> hunks = new ArrayList<>();
        int end = 0; // of the last hunk
        for (int i = 0; i < changes.size(); i++) {
            if (changes.get(i).kind() == LineChange.Kind.SAME) {
                continue;
            }
            int from = Math.max(i - AROUND, end);
            int to = Math.min(i + AROUND + 1, changes.size());
            if (from > end || hunks.isEmpty()) {
                hunks.add(new ArrayList<>());
            }
            hunks.getLast().addAll(changes.subList(from, to));
            end = to;
        }
        return hunks;
    }
}
