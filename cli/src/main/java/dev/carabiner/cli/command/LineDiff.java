package dev.carabiner.cli.command;

import dev.carabiner.display.VisibleText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What changes in a file, from the first line that differs to the last. */
final class LineDiff {

    private LineDiff() {}

    static String of(String file, @Nullable String before, @Nullable String after) {
        if (before == null ? after == null : before.equals(after)) {
            return file + ": nothing changes\n";
        }
        List<String> old = before == null ? List.of() : before.lines().toList();
        List<String> now = after == null ? List.of() : after.lines().toList();
        int head = 0;
        while (head < Math.min(old.size(), now.size()) && old.get(head).equals(now.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < Math.min(old.size(), now.size()) - head
                && old.get(old.size() - 1 - tail).equals(now.get(now.size() - 1 - tail))) {
            tail++;
        }
        StringBuilder diff = new StringBuilder("--- " + (before == null ? "(no file)" : file) + "\n+++ "
                + (after == null ? "(no file)" : file) + "\n@@ line " + (head + 1) + " @@\n");
        old.subList(head, old.size() - tail)
                .forEach(line ->
                        diff.append("- ").append(VisibleText.inOneLine(line)).append('\n'));
        now.subList(head, now.size() - tail)
                .forEach(line ->
                        diff.append("+ ").append(VisibleText.inOneLine(line)).append('\n'));
        return diff.toString();
    }
}
