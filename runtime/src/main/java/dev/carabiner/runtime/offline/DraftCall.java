package dev.carabiner.runtime.offline;

import dev.carabiner.event.EventData;
import org.jspecify.annotations.Nullable;

/** A tool call that has no id yet. */
record DraftCall(String tool, EventData input) {

    private static final int SHOWN = 80;

    /** In a few words, as in {@code Bash `ls -l`}. */
    String inWords() {
        for (String key : new String[] {"command", "file_path", "pattern", "subagent_type"}) {
            if (input.get(key) instanceof String text) {
                return tool + " `" + brief(text, SHOWN) + "`";
            }
        }
        return tool;
    }

    /** In one line, and not too long. */
    static String brief(String text, int most) {
        String line = text.strip().replaceAll("\\s+", " ");
        return line.codePointCount(0, line.length()) <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most)) + "…";
    }

    @Nullable
    String text(String key) {
        return input.get(key) instanceof String text ? text : null;
    }
}
