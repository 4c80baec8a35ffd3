package dev.carabiner.bridge.dialect;

import static dev.carabiner.bridge.dialect.FieldRow.field;
import static dev.carabiner.bridge.dialect.FieldRow.plain;

import dev.carabiner.bridge.dialect.EventRow.Block;
import dev.carabiner.bridge.dialect.FieldRow.Form;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Agents whose events can be judged here, and whose hook files are not read. */
final class OtherAgents {

    private static final FieldRow SESSION = field("session_id", "session_id", Form.SESSION);
    private static final FieldRow CWD = field("cwd", Form.DIRECTORY);

    private static final ToolTable SHELL_NAMES = ToolTable.of(
            ToolTable.Row.of("Bash", "bash"),
            ToolTable.Row.of("Write", "write", "content", "content"),
            ToolTable.Row.of("Edit", "edit"),
            ToolTable.Row.of("Read", "view"),
            ToolTable.Row.of("WebFetch", "fetch"));

    static final Dialect CRUSH = agent(
            "crush",
            "Crush",
            List.of(SESSION, CWD, field("event", Form.EVENT)),
            List.of(EventRow.of("PreToolUse", "tool:pre", Block.DENIES, Claude.TOOL_NAME, Claude.TOOL_INPUT)),
            SHELL_NAMES);

    static final Dialect GOOSE = agent(
            "goose",
            "Goose",
            List.of(SESSION, field("working_dir", Form.DIRECTORY), field("event", Form.EVENT)),
            Claude.EVENTS,
            ToolTable.of(
                            ToolTable.Row.of("Bash", "developer__shell"),
                            ToolTable.Row.of("Bash", "shell"),
                            ToolTable.Row.of("Edit", "developer__text_editor", "file_path", "path"))
                    .with(new ToolTable.Servers("", "__", true)));

    static final Dialect KIRO = agent(
            "kiro",
            "Kiro",
            List.of(CWD, field("hook_event_name", Form.EVENT)),
            both(Claude.EVENTS),
            ToolTable.of(
                    ToolTable.Row.of("Bash", "execute_bash"),
                    ToolTable.Row.of("Bash", "shell"),
                    ToolTable.Row.of("Write", "fs_write", "file_path", "path"),
                    ToolTable.Row.of("Read", "fs_read", "file_path", "path")));

    static final Dialect DROID = agent(
            "droid",
            "Factory droid",
            Claude.BASE,
            Claude.EVENTS,
            ToolTable.of(ToolTable.Row.of("Bash", "Execute"), ToolTable.Row.of("Write", "Create")));

    static final Dialect AUGMENT = agent(
            "augment",
            "Augment",
            Claude.BASE,
            Claude.EVENTS,
            ToolTable.of(
                            ToolTable.Row.of("Bash", "launch-process"),
                            ToolTable.Row.of("Write", "save-file", "file_path", "path", "content", "file_content"),
                            ToolTable.Row.of("Edit", "str-replace-editor", "file_path", "path"),
                            ToolTable.Row.of("Read", "view", "file_path", "path"))
                    .with(new ToolTable.Servers("mcp:", ":", true)));

    static final Dialect DEVIN = agent(
            "devin",
            "Devin",
            Claude.BASE,
            Claude.EVENTS,
            ToolTable.of(ToolTable.Row.of("Bash", "exec"), ToolTable.Row.of("Edit", "edit")));

    static final Dialect GROK = agent("grok", "Grok Build", Claude.BASE, Claude.EVENTS, Claude.TOOLS);

    static final Dialect KIMI = agent("kimi", "Kimi Code", Claude.BASE, Claude.EVENTS, Claude.TOOLS);

    static final Dialect OPENCODE = agent(
            "opencode",
            "OpenCode",
            List.of(field("sessionID", "session_id", Form.SESSION), CWD),
            List.of(EventRow.of(
                    "tool.execute.before",
                    "tool:pre",
                    Block.DENIES,
                    plain("callID", "tool_call_id"),
                    field("tool", "tool_name", Form.TOOL_NAME),
                    field("args", "tool_input", Form.TOOL_INPUT))),
            ToolTable.of(
                    ToolTable.Row.of("Bash", "bash"),
                    ToolTable.Row.of("Write", "write", "file_path", "filePath"),
                    ToolTable.Row.of(
                            "Edit",
                            "edit",
                            "file_path",
                            "filePath",
                            "old_string",
                            "oldString",
                            "new_string",
                            "newString"),
                    ToolTable.Row.of("Read", "read", "file_path", "filePath"),
                    ToolTable.Row.of("WebFetch", "webfetch"),
                    ToolTable.Row.of("Task", "task")));

    static final Dialect WINDSURF = agent(
            "windsurf",
            "Windsurf",
            List.of(
                    field("trajectory_id", "session_id", Form.SESSION),
                    field("agent_action_name", Form.EVENT),
                    field("timestamp", Form.TIME)),
            List.of(
                    windsurf("pre_run_command", "tool:pre", "command_line", "command")
                            .onlyFor("Bash"),
                    windsurf("pre_write_code", "tool:pre", "file_path", "file_path")
                            .onlyFor("Write"),
                    windsurf("pre_read_code", "tool:pre", "file_path", "file_path")
                            .onlyFor("Read"),
                    EventRow.of(
                            "pre_mcp_tool_use",
                            "tool:pre",
                            Block.DENIES,
                            field("tool_info.mcp_tool_arguments", "tool_input", Form.TOOL_INPUT)),
                    EventRow.of(
                            "pre_user_prompt", "prompt:submit", Block.DENIES, plain("tool_info.user_prompt", "prompt")),
                    windsurf("post_run_command", "tool:post", "command_line", "command")
                            .onlyFor("Bash"),
                    windsurf("post_write_code", "tool:post", "file_path", "file_path")
                            .onlyFor("Write"),
                    windsurf("post_read_code", "tool:post", "file_path", "file_path")
                            .onlyFor("Read")),
            ToolTable.of());

    private OtherAgents() {}

    private static EventRow windsurf(String theirs, String ours, String field, String input) {
        return EventRow.of(
                theirs,
                ours,
                ours.equals("tool:pre") ? Block.DENIES : Block.IGNORED,
                field("tool_info." + field, input, Form.FROM_INPUT),
                field("tool_info.cwd", Form.DIRECTORY));
    }

    /** Names in Pascal case, as the editor has them, and in camel case, as the command had them. */
    private static List<EventRow> both(List<EventRow> rows) {
        List<EventRow> all = new ArrayList<>(rows);
        rows.forEach(row -> all.add(new EventRow(
                Character.toLowerCase(row.theirs().charAt(0)) + row.theirs().substring(1),
                row.ours(),
                row.matchOn(),
                row.block(),
                row.plainText(),
                row.rewrite(),
                row.tools(),
                row.fields(),
                row.timeout(),
                row.when())));
        return all;
    }

    private static Dialect agent(
            String name, String agent, List<FieldRow> base, List<EventRow> events, ToolTable tools) {
        return new Dialect(
                name,
                agent,
                List.of(),
                base,
                events,
                tools,
                new ClaudeAnswers(),
                Matching.LIST_OR_SEARCH,
                true,
                List.of("sh", "-c"),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
                Map.of(),
                List.of());
    }
}
