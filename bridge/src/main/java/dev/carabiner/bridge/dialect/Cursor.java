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

/** Cursor. */
final class Cursor {

    private static final FieldRow CWD = field("cwd", Form.DIRECTORY);
    private static final FieldRow COMMAND = field("command", "command", Form.FROM_INPUT);
    private static final FieldRow FILE = field("file_path", "file_path", Form.FROM_INPUT);
    private static final FieldRow SERVER_TOOL = field("tool_name", "tool_name", Form.SERVER_TOOL);
    private static final FieldRow SERVER = field("mcp_server_name", "tool_name", Form.SERVER);
    private static final FieldRow INPUT_TEXT = field("tool_input", "tool_input", Form.TOOL_INPUT_TEXT);
    private static final FieldRow OUTPUT = field("tool_output", "tool_result", Form.TOOL_OUTPUT);
    private static final FieldRow DURATION = plain("duration", "duration_ms");

    static final Dialect DIALECT = new Dialect(
            "cursor",
            "Cursor",
            List.of(".cursor/hooks.json", "~/.cursor/hooks.json", "/etc/cursor/hooks.json"),
            List.of(
                    field("conversation_id", "session_id", Form.SESSION),
                    always("generation_id", "generation_id", "generation"),
                    always("model", "model", "unknown"),
                    field("hook_event_name", Form.EVENT),
                    constant("cursor_version", "2.0.0"),
                    field("workspace_roots", Form.ROOTS),
                    new FieldRow("user_email", "user_email", Form.NULLABLE, null),
                    new FieldRow("transcript_path", "transcript_path", Form.NULLABLE, null)),
            List.of(
                    EventRow.of(
                                    "preToolUse",
                                    "tool:pre",
                                    Block.DENIES,
                                    Claude.TOOL_NAME,
                                    Claude.TOOL_INPUT,
                                    Claude.TOOL_USE_ID,
                                    CWD)
                            .matching("tool_name")
                            .rewriting("tool_input"),
                    EventRow.of(
                                    "beforeShellExecution",
                                    "tool:pre",
                                    Block.DENIES,
                                    COMMAND,
                                    CWD,
                                    constant("sandbox", false))
                            .onlyFor("Bash")
                            .matching("command"),
                    EventRow.of("beforeMCPExecution", "tool:pre", Block.DENIES, SERVER_TOOL, SERVER, INPUT_TEXT)
                            .onlyFor("mcp__*")
                            .matching("tool_name"),
                    EventRow.of(
                                    "beforeReadFile",
                                    "tool:pre",
                                    Block.DENIES,
                                    FILE,
                                    field("content", Form.FILE_CONTENT),
                                    constant("attachments", List.of()))
                            .onlyFor("Read"),
                    EventRow.of(
                                    "postToolUse",
                                    "tool:post",
                                    Block.TELLS_MODEL,
                                    Claude.TOOL_NAME,
                                    Claude.TOOL_INPUT,
                                    OUTPUT,
                                    Claude.TOOL_USE_ID,
                                    CWD,
                                    DURATION)
                            .matching("tool_name")
                            .when(When.SUCCEEDED)
                            .rewriting("tool_result"),
                    failure("error:tool"),
                    failure("tool:post").when(When.FAILED),
                    EventRow.of(
                                    "afterShellExecution",
                                    "tool:post",
                                    Block.IGNORED,
                                    COMMAND,
                                    field("output", "tool_result", Form.TOOL_OUTPUT),
                                    DURATION)
                            .onlyFor("Bash")
                            .matching("command"),
                    EventRow.of(
                                    "afterMCPExecution",
                                    "tool:post",
                                    Block.IGNORED,
                                    SERVER_TOOL,
                                    SERVER,
                                    INPUT_TEXT,
                                    field("result_json", "tool_result", Form.TOOL_OUTPUT),
                                    DURATION)
                            .onlyFor("mcp__*")
                            .matching("tool_name"),
                    EventRow.of("afterFileEdit", "tool:post", Block.IGNORED, FILE, field("edits", Form.EDITS))
                            .onlyFor("Write", "Edit", "MultiEdit"),
                    EventRow.of(
                            "beforeSubmitPrompt",
                            "prompt:submit",
                            Block.DENIES,
                            plain("prompt"),
                            constant("attachments", List.of())),
                    EventRow.of("sessionStart", "session:start", Block.TELLS_USER, field("session_id", Form.SESSION)),
                    EventRow.of("sessionStart", "session:resume", Block.TELLS_USER, field("session_id", Form.SESSION)),
                    EventRow.of(
                            "sessionEnd",
                            "session:end",
                            Block.IGNORED,
                            field("session_id", Form.SESSION),
                            always("reason", "reason", "completed"),
                            plain("duration_ms")),
                    EventRow.of(
                                    "subagentStart",
                                    "agent:spawn",
                                    Block.DENIES,
                                    always("subagent_type", "agent_name", "generalPurpose"),
                                    plain("task"))
                            .matching("subagent_type"),
                    EventRow.of(
                                    "subagentStop",
                                    "agent:complete",
                                    Block.DENIES,
                                    always("subagent_type", "agent_name", "generalPurpose"),
                                    always("status", "status", "completed"))
                            .matching("subagent_type"),
                    EventRow.of(
                            "preCompact",
                            "context:pre_compact",
                            Block.TELLS_USER,
                            always("trigger", "trigger", "auto")),
                    EventRow.of(
                                    "stop",
                                    "execution:complete",
                                    Block.DENIES,
                                    always("status", "status", "completed"),
                                    always("loop_count", "loop_count", 0))
                            .when(When.MAIN)),
            ToolTable.of(
                            ToolTable.Row.of("Bash", "Shell"),
                            ToolTable.Row.of("Write", "Write"),
                            ToolTable.Row.of("Edit", "Write").alsoMatching("Edit"),
                            ToolTable.Row.of("MultiEdit", "Write"))
                    .with(new ToolTable.Servers("MCP:", ":", false)),
            new CursorAnswers(),
            Matching.SEARCH,
            true,
            List.of("sh", "-c"),
            Duration.ofMinutes(1),
            Duration.ofSeconds(1),
            Map.of(
                    "CURSOR_PROJECT_DIR", Dialect.PROJECT,
                    "CLAUDE_PROJECT_DIR", Dialect.PROJECT,
                    "CURSOR_VERSION", "2.0.0"),
            List.of(
                    "ask is ignored by Cursor in preToolUse; here it asks everywhere.",
                    "preToolUse tells a server's tool as MCP:TOOL, without the server; a matcher may also name it as MCP:SERVER:TOOL.",
                    "Hooks of the type prompt need a model; they fail, and on_failure decides.",
                    "loop_limit is not read: the agent here is sent on at most 8 times."));

    private Cursor() {}

    private static EventRow failure(String ours) {
        return EventRow.of(
                        "postToolUseFailure",
                        ours,
                        Block.TELLS_MODEL,
                        Claude.TOOL_NAME,
                        Claude.TOOL_INPUT,
                        Claude.TOOL_USE_ID,
                        CWD,
                        field("error_message", "error", Form.ERROR_TEXT),
                        constant("failure_type", "error"))
                .matching("tool_name");
    }
}
