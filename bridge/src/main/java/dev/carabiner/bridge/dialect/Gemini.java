package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.FieldRow.always;
import static dev.carabiner.bridge.dialect.FieldRow.field;
import static dev.carabiner.bridge.dialect.FieldRow.plain;

import dev.carabiner.bridge.dialect.EventRow.Block;
import dev.carabiner.bridge.dialect.EventRow.PlainText;
import dev.carabiner.bridge.dialect.FieldRow.Form;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Gemini CLI. */
final class Gemini {

    static final ToolTable TOOLS = ToolTable.of(
                    ToolTable.Row.of("Bash", "run_shell_command"),
                    ToolTable.Row.of("Write", "write_file"),
                    ToolTable.Row.of("Edit", "replace"),
                    ToolTable.Row.of("Read", "read_file"),
                    ToolTable.Row.of("Glob", "glob"),
                    ToolTable.Row.of("Grep", "grep_search", "glob", "include").alsoMatching("search_file_content"),
                    ToolTable.Row.of("WebFetch", "web_fetch"),
                    ToolTable.Row.of("WebSearch", "google_web_search"),
                    ToolTable.Row.of("TodoWrite", "write_todos"),
                    ToolTable.Row.of("Task", "delegate_to_agent"))
            .with(new ToolTable.Servers("mcp_", "_", true));

    static final Dialect DIALECT = new Dialect(
            "gemini",
            "Gemini CLI",
            List.of("~/.gemini/settings.json", ".gemini/settings.json"),
            List.of(
                    field("session_id", "session_id", Form.SESSION),
                    field("transcript_path", Form.TRANSCRIPT),
                    field("cwd", Form.DIRECTORY),
                    field("hook_event_name", Form.EVENT),
                    field("timestamp", Form.TIME)),
            List.of(
                    EventRow.of("BeforeTool", "tool:pre", Block.DENIES, Claude.TOOL_NAME, Claude.TOOL_INPUT)
                            .matching("tool_name")
                            .text(PlainText.MESSAGE)
                            .rewriting("tool_input"),
                    afterTool("tool:post").rewriting("tool_result"),
                    afterTool("error:tool"),
                    EventRow.of("BeforeAgent", "prompt:submit", Block.DENIES, plain("prompt"))
                            .text(PlainText.MESSAGE),
                    EventRow.of(
                                    "AfterAgent",
                                    "execution:complete",
                                    Block.DENIES,
                                    plain("prompt"),
                                    always("prompt_response", "response", ""),
                                    Claude.STOP_ACTIVE)
                            .text(PlainText.MESSAGE),
                    EventRow.of(
                                    "SessionStart",
                                    "session:start",
                                    Block.TELLS_USER,
                                    always("source", "source", "startup"))
                            .matching("source")
                            .text(PlainText.MESSAGE),
                    EventRow.of(
                                    "SessionStart",
                                    "session:resume",
                                    Block.TELLS_USER,
                                    always("source", "source", "resume"))
                            .matching("source")
                            .text(PlainText.MESSAGE),
                    EventRow.of("SessionEnd", "session:end", Block.TELLS_USER, always("reason", "reason", "exit"))
                            .matching("reason"),
                    EventRow.of(
                                    "Notification",
                                    "user:notification",
                                    Block.IGNORED,
                                    plain("notification_type"),
                                    plain("message"),
                                    plain("details", "metadata"))
                            .matching("notification_type"),
                    EventRow.of(
                                    "PreCompress",
                                    "context:pre_compact",
                                    Block.IGNORED,
                                    always("trigger", "trigger", "auto"))
                            .matching("trigger")),
            TOOLS,
            new GeminiAnswers(),
            Matching.SEARCH,
            false,
            List.of("bash", "-c"),
            Duration.ofMinutes(1),
            Duration.ofMillis(1),
            Map.of(
                    "GEMINI_PROJECT_DIR", Dialect.PROJECT,
                    "CLAUDE_PROJECT_DIR", Dialect.PROJECT,
                    "GEMINI_CWD", Dialect.PROJECT,
                    "GEMINI_SESSION_ID", Dialect.SESSION),
            List.of(
                    "BeforeModel, AfterModel and BeforeToolSelection cannot be mapped: they rewrite the model's own requests.",
                    "An output that AfterTool denies is kept from the model, which is told the reason.",
                    "Hooks that disabled of hooks or hooksConfig names, in the same file, are not run; nor is any where enabled is false.",
                    "Of an extension's variables, extensionPath, workspacePath and the separator of paths are known."));

    private Gemini() {}

    private static EventRow afterTool(String ours) {
        return EventRow.of(
                        "AfterTool",
                        ours,
                        Block.TELLS_MODEL,
                        Claude.TOOL_NAME,
                        Claude.TOOL_INPUT,
                        field("tool_response", "tool_result", Form.TOOL_CONTENT))
                .matching("tool_name")
                .text(PlainText.MESSAGE);
    }
}
