package dev.carabiner.bridge.dialect;

import org.jspecify.annotations.Nullable;

/**
 * A field of their payload and the field here that it has its value from.
 *
 * @param theirs its name; a dot leads into an object
 * @param ours the field of the event's data; empty if it is none
 * @param form how the value is written there
 * @param otherwise the value where there is none here; null leaves the field out, unless the form is {@link Form#NULLABLE}
 */
public record FieldRow(
        String theirs, String ours, Form form, @Nullable Object otherwise) {

    /** How a value is written. */
    public enum Form {
        /** As it is. */
        PLAIN,
        /** As it is, and null where there is none. */
        NULLABLE,
        /** A tool's name, by the table of tools. */
        TOOL_NAME,
        /** A tool's input, by the table of tools. */
        TOOL_INPUT,
        /** A tool's name as it is here. */
        OUR_TOOL_NAME,
        /** The name that a server has given to its tool. */
        SERVER_TOOL,
        /** The name of a tool's server; absent for a tool of none. */
        SERVER,
        /** A tool's input as it is here, with absolute paths. */
        OUR_TOOL_INPUT,
        /** A tool's input, by the table of tools, as JSON in a text. */
        TOOL_INPUT_TEXT,
        /** One field of the tool's input, as their table names it. */
        FROM_INPUT,
        /** What a tool answered, as the object that Claude Code has for each tool. */
        TOOL_RESPONSE,
        /** The same as Gemini CLI has it: {@code llmContent} and {@code returnDisplay}. */
        TOOL_CONTENT,
        /** The same as Copilot has it: {@code resultType} and {@code textResultForLlm}. */
        TOOL_RESULT,
        /** What a tool answered, as text. */
        TOOL_OUTPUT,
        /** A tool's error as text. */
        ERROR_TEXT,
        /** The edits of a file as a list. */
        EDITS,
        /** The content of the file that is to be read. */
        FILE_CONTENT,
        /** The id of the session itself, also for what its sub-agents do. */
        SESSION,
        /** The id of a sub-agent's session; absent for the session itself. */
        SUB_AGENT,
        /** Their name of the event. */
        EVENT,
        /** The directory that the agent works in. */
        DIRECTORY,
        /** A list with the project's directory. */
        ROOTS,
        /** A file that stands for the transcript. */
        TRANSCRIPT,
        /** ISO 8601, in UTC. */
        TIME,
        /** Milliseconds since 1970. */
        TIME_MILLIS,
        /** The same milliseconds as text. */
        TIME_TEXT
    }

    static FieldRow plain(String name) {
        return new FieldRow(name, name, Form.PLAIN, null);
    }

    static FieldRow plain(String theirs, String ours) {
        return new FieldRow(theirs, ours, Form.PLAIN, null);
    }

    static FieldRow always(String theirs, String ours, Object otherwise) {
        return new FieldRow(theirs, ours, Form.PLAIN, otherwise);
    }

    static FieldRow constant(String theirs, Object value) {
        return new FieldRow(theirs, "", Form.PLAIN, value);
    }

    static FieldRow field(String theirs, Form form) {
        return new FieldRow(theirs, "", form, null);
    }

    static FieldRow field(String theirs, String ours, Form form) {
        return new FieldRow(theirs, ours, form, null);
    }
}
