package dev.carabiner.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Two texts, line by line: what stays, goes and comes. All lines of both are in it, in their order. */
final class LineChanges {

    /** More than this many comparisons are not made: the lines between equal ends are then old and new as a whole. */
    private static final long MOST = 4_000_000;

    /** What becomes of a line. */
    enum Op {
        SAME,
        DEL,
        ADD
    }

    /**
     * One line.
     *
     * @param old its number in the old text, from 0; -1 if it is not in it
     * @param fresh its number in the new text, from 0; -1 if it is not in it
     */
    record Line(Op op, int old, int fresh, String text) {}

    private final List<String> old;
    private final List<String> fresh;
    private final List<Line> lines = new ArrayList<>();

    private LineChanges(String before, String after) {
        this.old = Arrays.asList(before.split("\n", -1));
        this.fresh = Arrays.asList(after.split("\n", -1));
    }

    static List<Line> between(String before, String after) {
        LineChanges changes = new LineChanges(before, after);
        int least = Math.min(changes.old.size(), changes.fresh.size());
        int head = 0;
        while (head < least && changes.old.get(head).equals(changes.fresh.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < least - head && changes.equalFromEnd(tail)) {
            tail++;
        }
        for (int i = 0; i < head; i++) {
            changes.same(i, i);
        }
        changes.middle(head, changes.old.size() - tail, changes.fresh.size() - tail);
        for (int i = tail; i > 0; i--) {
            changes.same(changes.old.size() - i, changes.fresh.size() - i);
        }
        return changes.lines;
    }

    private boolean equalFromEnd(int tail) {
        return old.get(old.size() - 1 - tail).equals(fresh.get(fresh.size() - 1 - tail));
    }

    private void same(int i, int j) {
        lines.add(new Line(Op.SAME, i, j, old.get(i)));
    }

    private void gone(int i) {
        lines.add(new Line(Op.DEL, i, -1, old.get(i)));
    }

    private void come(int j) {
        lines.add(new Line(Op.ADD, -1, j, fresh.get(j)));
    }

    /** By the longest common subsequence, from the first line that differs. */
    private void middle(int from, int oldEnd, int freshEnd) {
        int rows = oldEnd - from;
        int columns = freshEnd - from;
        if ((long) rows * columns > MOST) {
            for (int i = from; i < oldEnd; i++) {
                gone(i);
            }
            for (int j = from; j < freshEnd; j++) {
                come(j);
            }
            return;
        }
        int[][] common = common(from, rows, columns);
        int i = 0;
        int j = 0;
        while (i < rows || j < columns) {
            if (i < rows && j < columns && old.get(from + i).equals(fresh.get(from + j))) {
                same(from + i++, from + j++);
            } else if (i < rows && (j == columns || common[i + 1][j] >= common[i][j + 1])) {
                gone(from + i++);
            } else {
                come(from + j++);
            }
        }
    }

    private int[][] common(int from, int rows, int columns) {
        int[][] length = new int[rows + 1][columns + 1];
        for (int i = rows - 1; i >= 0; i--) {
            for (int j = columns - 1; j >= 0; j--) {
                length[i][j] = old.get(from + i).equals(fresh.get(from + j))
                        ? length[i + 1][j + 1] + 1
                        : Math.max(length[i + 1][j], length[i][j + 1]);
            }
        }
        return length;
    }
}
