package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.FieldRow.always;
import static dev.carabiner.bridge.dialect.FieldRow.field;
import static dev.carabiner.bridge.dialect.FieldRow.plain;

import dev.carabiner.bridge.dialect.EventRow.Block;
import dev.carabiner.bridge.dialect.EventRow.PlainText;
import dev.carabiner.bridge.dialect.EventRow.When;
import dev.carabiner.bridge.dialect.FieldRow.Form;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** GitHub Copilot's command, cloud agent and editor. Events in Pascal case have Claude Code's payload. */
final class Copilot {

    private static final FieldRow TOOL_NAME = field("toolName", "tool_name", Form.TOOL_NAME);
    private static final FieldRow TOOL_ARGS = field("toolArgs", "tool_input", Form.TOOL_INPUT);
    private static final FieldRow TOOL_RESULT = field("toolResult", "tool_result", Form.TOOL_RESULT);

    static final Dialect DIALECT = new Dialect(
            "copilot",
            "GitHub Copilot",
            List.of(".github/hooks/*.json", "~/.copilot/hooks/*.json", "hooks in .github/copilot/settings.json"),
            List.of(),
            events(),
            ToolTable.of(
                            ToolTable.Row.of("Bash", "bash").alsoMatching("shell", "Bash", "run_in_terminal"),
                            ToolTable.Row.of("Write", "create", "file_path", "path", "content", "file_text")
                                    .alsoMatching("Write"),
                            ToolTable.Row.of(
                                            "Edit",
                                            "edit",
                                            "file_path",
                                            "path",
                                            "old_string",
                                            "old_str",
                                            "new_string",
                                            "new_str")
                                    .alsoMatching("Edit"),
                            ToolTable.Row.of("Read", "view", "file_path", "path")
                                    .alsoMatching("Read"),
                            ToolTable.Row.of("Glob", "glob").alsoMatching("Glob"),
                            ToolTable.Row.of("Grep", "grep").alsoMatching("Grep"),
                            ToolTable.Row.of("WebFetch", "web_fetch").alsoMatching("WebFetch"),
                            ToolTable.Row.of("Task", "task").alsoMatching("Task", "Agent"))
                    .relative(),
            new CopilotAnswers(),
            Matching.WHOLE,
            true,
            List.of("bash", "-c"),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Map.of("COPILOT_PROJECT_DIR", Dialect.PROJECT, "CLAUDE_PROJECT_DIR", Dialect.PROJECT),
            List.of(
                    "permissionRequest hooks are told of a question and cannot answer it.",
                    "toolArgs is an object, as in present versions; early ones had a JSON text.",
                    "Payloads of events in Pascal case name files absolutely, as those of Claude Code do.",
                    "powershell is not run; of an entry with both, bash is."));

    private Copilot() {}

    private static List<EventRow> events() {
        List<EventRow> rows = new ArrayList<>();
        rows.add(row("preToolUse", "tool:pre", Block.DENIES, TOOL_NAME, TOOL_ARGS)
                .matching("toolName")
                .rewriting("tool_input"));
        rows.add(row("permissionRequest", "approval:required", Block.IGNORED, TOOL_NAME, TOOL_ARGS)
                .matching("toolName"));
        rows.add(row("postToolUse", "tool:post", Block.TELLS_MODEL, TOOL_NAME, TOOL_ARGS, TOOL_RESULT)
                .matching("toolName")
                .when(When.SUCCEEDED)
                .rewriting("tool_result"));
        rows.add(row("postToolUseFailure", "error:tool", Block.TELLS_MODEL, TOOL_NAME, TOOL_ARGS, Claude.ERROR)
                .matching("toolName"));
        rows.add(row("postToolUseFailure", "tool:post", Block.TELLS_MODEL, TOOL_NAME, TOOL_ARGS, Claude.ERROR)
                .matching("toolName")
                .when(When.FAILED));
        rows.add(row("userPromptSubmitted", "prompt:submit", Block.DENIES, plain("prompt")));
        rows.add(row(
                        "sessionStart",
                        "session:start",
                        Block.TELLS_USER,
                        always("source", "source", "new"),
                        always("initialPrompt", "initialPrompt", ""))
                .matching("source"));
        rows.add(row("sessionStart", "session:resume", Block.TELLS_USER, always("source", "source", "resume"))
                .matching("source"));
        rows.add(row("sessionEnd", "session:end", Block.TELLS_USER, always("reason", "reason", "complete")));
        rows.add(row("agentStop", "execution:complete", Block.DENIES, plain("stopReason", "status"))
                .when(When.MAIN));
        rows.add(row("subagentStart", "agent:spawn", Block.TELLS_USER, plain("agentName", "agent_name")));
        rows.add(row("subagentStop", "agent:complete", Block.DENIES, plain("agentName", "agent_name")));
        rows.add(row("preCompact", "context:pre_compact", Block.IGNORED, always("trigger", "trigger", "auto")));
        rows.add(row("errorOccurred", "error:orchestration", Block.IGNORED, plain("error")));
        for (EventRow row : Claude.EVENTS) {
            List<FieldRow> fields = new ArrayList<>(Claude.BASE);
            row.fields().forEach(field -> fields.add(inClaudesNames(field)));
            rows.add(new EventRow(
                    row.theirs(),
                    row.ours(),
                    row.matchOn(),
                    row.block(),
                    PlainText.IGNORED,
                    row.rewrite(),
                    row.tools(),
                    fields,
                    null,
                    row.when()));
        }
        return rows;
    }

    private static FieldRow inClaudesNames(FieldRow field) {
        return switch (field.form()) {
            case TOOL_NAME -> field(field.theirs(), field.ours(), Form.OUR_TOOL_NAME);
            case TOOL_INPUT -> field(field.theirs(), field.ours(), Form.OUR_TOOL_INPUT);
            default -> field;
        };
    }

    private static EventRow row(String theirs, String ours, Block block, FieldRow... fields) {
        List<FieldRow> all = new ArrayList<>(List.of(
                field("sessionId", "session_id", Form.SESSION),
                field("timestamp", Form.TIME_MILLIS),
                field("cwd", Form.DIRECTORY)));
        all.addAll(List.of(fields));
        return EventRow.of(theirs, ours, block, all.toArray(FieldRow[]::new));
    }
}
