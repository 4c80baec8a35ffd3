package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.flag;
import static dev.carabiner.runtime.tool.ToolInputs.text;

import dev.carabiner.event.EventData;

/** One piece of text in place of another. */
record Replacement(String before, String after, boolean everywhere) {

    static final EventData OLD = text("The text to replace, exactly as it stands in the file");
    static final EventData NEW = text("The text to put there");
    static final EventData ALL = flag("Replace every occurrence; else there must be exactly one");

    static Replacement from(EventData input) {
        return new Replacement(
                ToolInputs.required(input, "old_string"),
                ToolInputs.required(input, "new_string"),
                flag(input, "replace_all"));
    }

    /** Whether it stands for the beginning of a new file. */
    boolean begins() {
        return before.isEmpty();
    }

    /**
     * The text with the replacement made.
     *
     * @throws ToolInputException if that cannot be said to be what was meant
     */
    String applyTo(String text, String toolName, String path) {
        if (before.equals(after)) {
            throw new ToolInputException(toolName, "old_string and new_string are the same; nothing would change");
        }
        if (before.isEmpty()) {
            if (text.isEmpty()) {
                return after;
            }
            throw new ToolInputException(
                    toolName, "old_string is empty, but " + path + " is not; name the text to replace");
        }
        if (!text.contains(before) && text.contains("\r\n") && before.contains("\n") && !before.contains("\r")) {
            return withCarriageReturns().applyTo(text, toolName, path);
        }
        int first = text.indexOf(before);
        if (first < 0) {
            throw new ToolInputException(
                    toolName, "old_string does not occur in " + path + "; read the file and copy the text exactly");
        }
        if (everywhere) {
            return text.replace(before, after);
        }
        int count = occurrences(text);
        if (count > 1) {
            throw new ToolInputException(
                    toolName,
                    "old_string occurs " + count + " times in " + path
                            + "; add more of the text around it, or set replace_all");
        }
        return text.substring(0, first) + after + text.substring(first + before.length());
    }

    /** A model writes line feeds, whatever ends the lines of the file. */
    private Replacement withCarriageReturns() {
        return new Replacement(
                before.replace("\n", "\r\n"), after.replace("\r\n", "\n").replace("\n", "\r\n"), everywhere);
    }

    private int occurrences(String text) {
        int count = 0;
        for (int at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
            count++;
        }
        return count;
    }
}
