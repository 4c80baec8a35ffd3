package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.FieldRow.always;
import static dev.carabiner.bridge.dialect.FieldRow.constant;
import static dev.carabiner.bridge.dialect.FieldRow.field;
import static dev.carabiner.bridge.dialect.FieldRow.plain;

import dev.carabiner.bridge.dialect.EventRow.Block;
import dev.carabiner.bridge.dialect.EventRow.When;
import dev.carabiner.bridge.dialect.FieldRow.Form;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Cline: the name of a script is the event. A payload has the fields of present and of earlier versions. */
final class Cline {

    static final Dialect DIALECT = new Dialect(
            "cline",
            "Cline",
            List.of(".cline/hooks/EVENT", ".clinerules/hooks/EVENT", "~/Documents/Cline/Hooks/EVENT"),
            List.of(
                    constant("clineVersion", "3.40.0"),
                    field("timestamp", Form.TIME_TEXT),
                    field("taskId", "session_id", Form.SESSION),
                    field("workspaceRoots", Form.ROOTS),
                    constant("userId", "")),
            List.of(
                    EventRow.of(
                                    "PreToolUse",
                                    "tool:pre",
                                    Block.DENIES,
                                    constant("hookName", "tool_call"),
                                    always("tool_call.id", "tool_call_id", "call"),
                                    field("tool_call.name", "tool_name", Form.TOOL_NAME),
                                    field("tool_call.input", "tool_input", Form.TOOL_INPUT),
                                    field("preToolUse.toolName", "tool_name", Form.TOOL_NAME),
                                    field("preToolUse.parameters", "tool_input", Form.TOOL_INPUT))
                            .rewriting("tool_input"),
                    after("tool:post", true).when(When.SUCCEEDED),
                    after("tool:post", false).when(When.FAILED),
                    after("error:tool", false),
                    EventRow.of(
                            "UserPromptSubmit",
                            "prompt:submit",
                            Block.DENIES,
                            constant("hookName", "prompt_submit"),
                            plain("userPromptSubmit.prompt", "prompt"),
                            constant("userPromptSubmit.attachments", List.of())),
                    EventRow.of("TaskStart", "session:start", Block.TELLS_USER, constant("hookName", "agent_start")),
                    EventRow.of("TaskResume", "session:resume", Block.TELLS_USER, constant("hookName", "agent_resume")),
                    EventRow.of(
                                    "TaskComplete",
                                    "execution:complete",
                                    Block.DENIES,
                                    constant("hookName", "agent_end"),
                                    plain("taskComplete.taskMetadata.result", "response"))
                            .when(When.MAIN),
                    EventRow.of("TaskCancel", "cancel:requested", Block.IGNORED, constant("hookName", "agent_abort")),
                    EventRow.of(
                            "PreCompact", "context:pre_compact", Block.DENIES, constant("hookName", "pre_compact"))),
            ToolTable.of(
                            ToolTable.Row.of("Bash", "execute_command"),
                            ToolTable.Row.of("Write", "write_to_file", "file_path", "path"),
                            ToolTable.Row.of("Edit", "replace_in_file", "file_path", "path"),
                            ToolTable.Row.of("Read", "read_file", "file_path", "path"),
                            ToolTable.Row.of("Glob", "list_files", "pattern", "path"),
                            ToolTable.Row.of("Grep", "search_files", "pattern", "regex"),
                            ToolTable.Row.of("WebFetch", "web_fetch"))
                    .relative(),
            new ClineAnswers(),
            Matching.NONE,
            true,
            List.of("sh", "-c"),
            Duration.ofMinutes(2),
            Duration.ofSeconds(1),
            Map.of(),
            List.of(
                    "A script that cannot be executed is given to the interpreter that its ending names, else to bash."));

    private Cline() {}

    private static EventRow after(String ours, boolean success) {
        return EventRow.of(
                "PostToolUse",
                ours,
                Block.DENIES,
                constant("hookName", "tool_result"),
                always("tool_result.id", "tool_call_id", "call"),
                field("tool_result.name", "tool_name", Form.TOOL_NAME),
                field("tool_result.input", "tool_input", Form.TOOL_INPUT),
                field("tool_result.output", "tool_result", Form.TOOL_OUTPUT),
                field("postToolUse.toolName", "tool_name", Form.TOOL_NAME),
                field("postToolUse.parameters", "tool_input", Form.TOOL_INPUT),
                field("postToolUse.result", "tool_result", Form.TOOL_OUTPUT),
                constant("postToolUse.success", success),
                always("postToolUse.executionTimeMs", "duration_ms", 0));
    }
}
