package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.FieldRow.field;

import dev.carabiner.bridge.dialect.FieldRow.Form;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Qwen Code: Claude Code's events with Gemini CLI's tools. */
final class Qwen {

    private static final ToolTable TOOLS = ToolTable.of(
            ToolTable.Row.of("Bash", "run_shell_command").alsoMatching("Shell", "ShellTool"),
            ToolTable.Row.of("Write", "write_file").alsoMatching("WriteFile"),
            ToolTable.Row.of("Edit", "edit").alsoMatching("Edit"),
            ToolTable.Row.of("Read", "read_file").alsoMatching("ReadFile"),
            ToolTable.Row.of("Glob", "glob").alsoMatching("Glob"),
            ToolTable.Row.of("Grep", "grep_search").alsoMatching("Grep", "search_file_content"),
            ToolTable.Row.of("WebFetch", "web_fetch").alsoMatching("WebFetch"),
            ToolTable.Row.of("TodoWrite", "todo_write").alsoMatching("TodoWrite"),
            ToolTable.Row.of("Task", "task").alsoMatching("Task", "Agent"));

    static final Dialect DIALECT = new Dialect(
            "qwen",
            "Qwen Code",
            List.of("~/.qwen/settings.json", ".qwen/settings.json"),
            Stream.concat(Claude.BASE.stream(), Stream.of(field("timestamp", Form.TIME)))
                    .toList(),
            Claude.EVENTS.stream().map(EventRow::withinUsualTime).toList(),
            TOOLS,
            new QwenAnswers(),
            Matching.SEARCH,
            false,
            List.of("bash", "-c"),
            Duration.ofMinutes(1),
            Duration.ofMillis(1),
            Map.of("QWEN_PROJECT_DIR", Dialect.PROJECT, "CLAUDE_PROJECT_DIR", Dialect.PROJECT),
            List.of(
                    "The timeout of an http or prompt hook counts seconds there; here every timeout counts milliseconds."));

    private Qwen() {}
}
