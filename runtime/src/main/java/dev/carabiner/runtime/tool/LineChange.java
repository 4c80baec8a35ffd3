package dev.carabiner.runtime.tool;

import java.util.ArrayList;
import java.util.List;

/**
 * What became of a line.
 *
 * @param before how many lines of the old text come before it
 * @param after how many lines of the new text do
 */
record LineChange(Kind kind, String text, int before, int after) {

    enum Kind {
        SAME(' '),
        REMOVED('-'),
        ADDED('+');

        final char sign;

        Kind(char sign) {
            this.sign = sign;
        }
    }

    /** Beyond this many comparisons, the lines that differ are all taken for changed. */
    private static final long MOST_COMPARISONS = 4_000_000;

    /** All lines of both texts in order, with as few changes as can be found. */
    static List<LineChange> between(List<String> before, List<String> after) {
        int shorter = Math.min(before.size(), after.size());
        int head = 0;
        while (head < shorter && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head && fromEnd(before, tail).equals(fromEnd(after, tail))) {
            tail++;
        }
        List<LineChange> changes = new ArrayList<>();
        for (int i = 0; i < head; i++) {
            changes.add(new LineChange(Kind.SAME, before.get(i), i, i));
        }
        middle(changes, before, after, head, tail);
        for (int i = tail; i > 0; i--) {
            changes.add(new LineChange(Kind.SAME, fromEnd(before, i - 1), before.size() - i, after.size() - i));
        }
        return changes;
    }

    private static String fromEnd(List<String> lines, int distance) {
        return lines.get(lines.size() - 1 - distance);
    }

    private static void middle(List<LineChange> changes, List<String> before, List<String> after, int head, int tail) {
        int i = head;
        int j = head;
        int endBefore = before.size() - tail;
        int endAfter = after.size() - tail;
        int[][] common = common(before.subList(head, endBefore), after.subList(head, endAfter));
        while (i < endBefore || j < endAfter) {
            if (i < endBefore
                    && j < endAfter
                    && common.length > 0
                    && before.get(i).equals(after.get(j))) {
                changes.add(new LineChange(Kind.SAME, before.get(i), i++, j++));
            } else if (i < endBefore && (j == endAfter || removesFirst(common, i - head, j - head))) {
                changes.add(new LineChange(Kind.REMOVED, before.get(i), i++, j));
            } else {
                changes.add(new LineChange(Kind.ADDED, after.get(j), i, j++));
            }
        }
    }

    private static boolean removesFirst(int[][] common, int i, int j) {
        return common.length == 0 || common[i + 1][j] >= common[i][j + 1];
    }

    /** The length of the longest common subsequence from each pair of places on; empty if that would take too long. */
    private static int[][] common(List<String> before, List<String> after) {
        if ((long) before.size() * after.size() > MOST_COMPARISONS) {
            return new int[0][];
        }
        int[][] common = new int[before.size() + 1][after.size() + 1];
        for (int i = before.size() - 1; i >= 0; i--) {
            for (int j = after.size() - 1; j >= 0; j--) {
                common[i][j] = before.get(i).equals(after.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }
}
