package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.util.BitSet;

/** What a search has to say, as it was asked for, and not more than can be read. */
final class GrepOutput {

    private static final int MOST_CHARACTERS = 30_000;
    private static final int LONGEST_LINE = 500;
    private static final int MOST_AROUND = 50;
    private static final int USUAL_LIMIT = 250;

    private final String mode;
    private final boolean numbered;
    private final int before;
    private final int after;
    private final long limit;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder notes = new StringBuilder();
    private long given;
    private int files;
    private boolean truncated;

    private GrepOutput(String mode, boolean numbered, int before, int after, long limit) {
        this.mode = mode;
        this.numbered = numbered;
        this.before = before;
        this.after = after;
        this.limit = limit;
    }

    static GrepOutput from(EventData input) {
        long around = ToolInputs.number(input, "-C", 0);
        return new GrepOutput(
                ToolInputs.text(input, "output_mode", "files_with_matches"),
                !input.has("-n") || ToolInputs.flag(input, "-n"),
                (int) Math.min(MOST_AROUND, ToolInputs.number(input, "-B", around)),
                (int) Math.min(MOST_AROUND, ToolInputs.number(input, "-A", around)),
                ToolInputs.number(input, "head_limit", USUAL_LIMIT));
    }

    boolean givesContent() {
        return mode.equals("content");
    }

    boolean isFull() {
        return truncated;
    }

    void note(String text) {
        notes.append('[').append(text).append("]\n");
    }

    void add(String path, LineSearch.Hits hits) {
        files++;
        switch (mode) {
            case "content" -> addLines(path, hits);
            case "count" -> append(path + ":" + hits.lines().cardinality());
            default -> append(path);
        }
    }

    private void addLines(String path, LineSearch.Hits hits) {
        BitSet shown = new BitSet();
        hits.lines().stream().forEach(it -> shown.set(Math.max(0, it - before), it + after + 1));
        int last = -1;
        for (int i = shown.nextSetBit(0); i >= 0 && i < hits.all().size() && !truncated; i = shown.nextSetBit(i + 1)) {
            if (before + after > 0 && (last >= 0 ? i > last + 1 : given > 0)) {
                out.append("--\n");
            }
            String mark = hits.lines().get(i) ? ":" : "-";
            append(path
                    + mark
                    + (numbered ? (i + 1) + mark : "")
                    + cut(hits.all().get(i)));
            last = i;
        }
    }

    private static String cut(String line) {
        if (line.length() <= LONGEST_LINE) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(LONGEST_LINE - 1)) ? LONGEST_LINE - 1 : LONGEST_LINE;
        return line.substring(0, end) + " [" + (line.length() - end) + " more characters]";
    }

    private void append(String line) {
        if (given >= limit || out.length() + line.length() > MOST_CHARACTERS) {
            truncated = true;
            return;
        }
        out.append(line).append('\n');
        given++;
    }

    ToolResult result(boolean incomplete) {
        if (given == 0 && !truncated) {
            out.append("Nothing found\n");
        }
        if (truncated) {
            out.append("[there is more; search for something narrower]\n");
        }
        if (incomplete) {
            out.append("[not everything could be searched]\n");
        }
        return new ToolResult(
                true, out.append(notes).toString(), EventData.of("files", files, "truncated", truncated || incomplete));
    }
}
