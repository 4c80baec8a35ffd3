package dev.carabiner.runtime.tool;

import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of a text that an expression fits. */
final class LineSearch {

    /**
     * What was found.
     *
     * @param lines the numbers of those that fit, from 0 on
     * @param all every line of the text
     */
    record Hits(BitSet lines, List<String> all) {}

    private final Pattern pattern;
    private final boolean multiline;
    private final BoundedText.Limit limit;

    LineSearch(Pattern pattern, boolean multiline, BoundedText.Limit limit) {
        this.pattern = pattern;
        this.multiline = multiline;
        this.limit = limit;
    }

    Hits in(String text) {
        limit.check();
        List<String> lines = text.lines().toList();
        return new Hits(multiline ? spanning(text) : single(lines), lines);
    }

    private BitSet single(List<String> lines) {
        BitSet found = new BitSet();
        Matcher matcher = pattern.matcher("");
        for (int i = 0; i < lines.size(); i++) {
            if (matcher.reset(new BoundedText(lines.get(i), limit)).find()) {
                found.set(i);
            }
        }
        return found;
    }

    private BitSet spanning(String text) {
        String unified = text.replace("\r\n", "\n").replace('\r', '\n');
        BitSet found = new BitSet();
        Matcher matcher = pattern.matcher(new BoundedText(unified, limit));
        int line = 0;
        int counted = 0;
        while (matcher.find() && matcher.start() < unified.length()) {
            line += lineFeeds(unified, counted, matcher.start());
            counted = matcher.start();
            int last = Math.max(matcher.start(), matcher.end() - 1); // a line feed at the end belongs to its line
            found.set(line, line + lineFeeds(unified, matcher.start(), last) + 1);
        }
        return found;
    }

    private static int lineFeeds(String text, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += text.charAt(i) == '\n' ? 1 : 0;
        }
        return count;
    }
}
