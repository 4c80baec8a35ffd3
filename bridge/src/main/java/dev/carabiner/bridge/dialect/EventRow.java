package dev.carabiner.bridge.dialect;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event of theirs and the event here that it stands for.
 *
 * @param theirs its name in their files
 * @param ours its name here
 * @param matchOn the field of the payload that a matcher is compared with; empty if matchers are ignored
 * @param block what a block, or exit code 2, does here
 * @param plainText what plain text on standard output does
 * @param rewrite the field here that an answer can replace; empty if there is none
 * @param tools the tools here that it is for; empty for all
 * @param fields what the payload has beside the base
 * @param timeout of a hook that has none; null for the dialect's
 * @param when of which occasions of that event it is told
 */
public record EventRow(
        String theirs,
        String ours,
        String matchOn,
        Block block,
        PlainText plainText,
        String rewrite,
        List<String> tools,
        List<FieldRow> fields,
        @Nullable Duration timeout,
        When when) {

    /** Of which occasions it is told. */
    public enum When {
        /** Of all. */
        ALWAYS,
        /** Of tools that have succeeded. */
        SUCCEEDED,
        /** Of tools that have failed. */
        FAILED,
        /** Of the session itself. */
        MAIN,
        /** Of the sessions of its sub-agents. */
        SUB_AGENT
    }

    /** What a block does. */
    public enum Block {
        /** It denies the event. */
        DENIES,
        /** It tells the model the reason; what was done is done. */
        TELLS_MODEL,
        /** It tells the user the reason. */
        TELLS_USER,
        /** Nothing. */
        IGNORED
    }

    /** What plain text on standard output does. */
    public enum PlainText {
        /** It is told to the model. */
        CONTEXT,
        /** It is shown to the user. */
        MESSAGE,
        /** Nothing. */
        IGNORED
    }

    public EventRow {
        tools = List.copyOf(tools);
        fields = List.copyOf(fields);
    }

    static EventRow of(String theirs, String ours, Block block, FieldRow... fields) {
        return new EventRow(
                theirs, ours, "", block, PlainText.IGNORED, "", List.of(), List.of(fields), null, When.ALWAYS);
    }

    EventRow matching(String field) {
        return new EventRow(theirs, ours, field, block, plainText, rewrite, tools, fields, timeout, when);
    }

    EventRow text(PlainText meaning) {
        return new EventRow(theirs, ours, matchOn, block, meaning, rewrite, tools, fields, timeout, when);
    }

    EventRow rewriting(String field) {
        return new EventRow(theirs, ours, matchOn, block, plainText, field, tools, fields, timeout, when);
    }

    EventRow onlyFor(String... names) {
        return new EventRow(theirs, ours, matchOn, block, plainText, rewrite, List.of(names), fields, timeout, when);
    }

    EventRow within(Duration limit) {
        return new EventRow(theirs, ours, matchOn, block, plainText, rewrite, tools, fields, limit, when);
    }

    EventRow withinUsualTime() {
        return new EventRow(theirs, ours, matchOn, block, plainText, rewrite, tools, fields, null, when);
    }

    EventRow when(When occasions) {
        return new EventRow(theirs, ours, matchOn, block, plainText, rewrite, tools, fields, timeout, occasions);
    }

    /**
     * Whether it is told of this occasion.
     *
     * @param tool the tool as it is called here
     * @param mainSession the id of the session that is no sub-agent's
     */
    public boolean isFor(Occasion occasion, String tool, String mainSession) {
        boolean main = mainSession.equals(occasion.data().asMap().getOrDefault("session_id", mainSession));
        boolean told = switch (when) {
            case ALWAYS -> true;
            case SUCCEEDED -> ToolResponses.success(occasion);
            case FAILED -> !ToolResponses.success(occasion);
            case MAIN -> main;
            case SUB_AGENT -> !main;
        };
        return told && isFor(tool);
    }

    /** Whether its payload has a field of that name. */
    public boolean tells(String field) {
        return fields.stream().anyMatch(it -> it.theirs().equals(field));
    }

    /** Whether matchers are compared with a tool's name. */
    public boolean matchesTool() {
        return matchOn.equals("tool_name") || matchOn.equals("toolName");
    }

    /** Whether a hook for it can stop something; then its failure denies unless a bundle says otherwise. */
    public boolean canBlock() {
        return block == Block.DENIES;
    }

    /** Whether it is about this tool; {@code mcp__*} stands for all tools of servers. */
    public boolean isFor(String tool) {
        return tools.isEmpty()
                || tools.stream()
                        .anyMatch(it ->
                                it.endsWith("*") ? tool.startsWith(it.substring(0, it.length() - 1)) : it.equals(tool));
    }
}
