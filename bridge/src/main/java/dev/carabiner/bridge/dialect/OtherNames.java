package dev.carabiner.bridge.dialect;

import dev.carabiner.bridge.dialect.FileEffects.Effect;
import dev.carabiner.bridge.dialect.ToolTable.Row;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a call is whose tool the agent's own table does not name. Several agents run each other's hook files with names of
 * their own, and a guard of commands would let a command pass that has come under a name it does not know.
 */
final class OtherNames {

    private static final Set<String> OURS = Set.of(
            "Bash",
            "Write",
            "Edit",
            "MultiEdit",
            "NotebookEdit",
            "Read",
            "Glob",
            "Grep",
            "WebFetch",
            "WebSearch",
            "TodoWrite",
            "Task");

    /** Names of the editor that loads Claude Code's files, and of agents without a table. */
    private static final ToolTable EDITORS = ToolTable.of(
            Row.of("Bash", "run_in_terminal"),
            Row.of("Bash", "run_terminal_cmd"),
            Row.of("Bash", "run_command", "command", "command_line"),
            Row.of("Bash", "PowerShell"),
            Row.of("Write", "create_file", "file_path", "filePath"),
            Row.of("Write", "WriteFile", "file_path", "path"),
            Row.of("Edit", "insert_edit_into_file", "file_path", "filePath", "new_string", "code"),
            Row.of(
                    "Edit",
                    "replace_string_in_file",
                    "file_path",
                    "filePath",
                    "old_string",
                    "oldString",
                    "new_string",
                    "newString"),
            Row.of("Edit", "StrReplaceFile", "file_path", "path"),
            Row.of("Read", "read_file", "file_path", "filePath"),
            Row.of("Read", "ReadFile", "file_path", "path"),
            Row.of("WebFetch", "fetch_webpage"),
            Row.of("WebFetch", "FetchURL"));

    private OtherNames() {}

    /** The call as it is here; null if no agent has a tool of that name, or it is a tool here. */
    static @Nullable Effect of(String tool, EventData input) {
        if (OURS.contains(tool) || tool.startsWith("mcp__")) {
            return null;
        }
        Row best = null;
        long most = -1;
        for (Row row : named(tool)) {
            long fits = row.fields().values().stream().filter(input::has).count();
            if (fits > most) {
                best = row;
                most = fits;
            }
        }
        return best == null ? null : new Effect(best.ours(), renamed(best, input), false);
    }

    private static List<Row> named(String tool) {
        List<Row> rows = new ArrayList<>();
        for (GuardedAgent agent : GuardedAgent.all()) {
            add(agent.dialect().tools(), tool, rows);
        }
        add(EDITORS, tool, rows);
        return rows;
    }

    private static void add(ToolTable table, String tool, List<Row> rows) {
        table.rows().stream()
                .filter(row -> row.theirs().equalsIgnoreCase(tool)
                        || row.aliases().stream().anyMatch(tool::equalsIgnoreCase))
                .forEach(rows::add);
    }

    private static EventData renamed(Row row, EventData input) {
        Map<String, @Nullable Object> renamed = new LinkedHashMap<>(input.asMap());
        row.fields().forEach((ours, theirs) -> {
            if (input.has(theirs) && !input.has(ours)) {
                renamed.put(ours, renamed.remove(theirs));
            }
        });
        return EventData.of(renamed);
    }
}
