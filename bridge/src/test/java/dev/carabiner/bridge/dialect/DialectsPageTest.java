package dev.carabiner.bridge.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.bridge.dialect.EventRow.Block;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of dialects is what the tables hold. Run with {@code -Dcarabiner.snippets=write} to write it anew. */
class DialectsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "dialects.md");

    @Test
    void the_page_is_what_the_code_uses() throws Exception {
        String page = page();
        if ("write".equals(System.getProperty("carabiner.snippets"))) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .content()
                .as("to be updated with -Dcarabiner.snippets=write")
                .isEqualTo(page);
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Hook files of other agents

                After this page you can tell which of an agent's hooks run here, what they are told, and what their answers do.

                Written by a test from the tables that the code uses. A bundle names the files; nothing in them needs to change:

                ```yaml
                hooks:
                  - module: foreign-hooks
                    config: {dialect: claude, files: [.claude/settings.json, .claude/settings.local.json]}
                ```

                `files` are relative to the bundle; a directory stands for its files, `*` for any of a name. `env` names variables that hooks
                may see beside the usual few, `project` another project directory than the one that the file is in. Several dialects in one
                bundle each need a `name:`. `carabiner run --foreign claude` takes a trusted project's file along.

                **It fails closed.** Every agent here goes on after some failure of a hook: a crash, a timeout, a missing script, an answer that
                makes no sense. Here `on_failure` of the bundle decides (`deny`, `ask` or `continue`); without it, a hook for an event whose
                column says *denies* denies, and the record has the failure. A missing script is never a judgement, whatever exit code its
                interpreter has for it. An entry that cannot be read is named with file and line, and the others run.

                An answer has no more rights than it needs: *allow* means no objection, and approves nothing for a human. Fields
                of an event that no table knows are passed on. What a hook has started is ended with it. An event that is in no table here
                has no counterpart; where a file has hooks for it, that is told with the line, and they are not run.

                Confined hooks find a home directory of their own instead of yours, with the files that their commands name and the usual
                directories of agents (`~/.claude`, `~/.codex`, …), empty. What they write there, as logs or a list of warnings given, is found by the
                hooks after them and is gone with the session; what is to stay belongs into the project. `/tmp` is each program's own, so a
                note for a later hook belongs into the home directory. A hook whose program for notifications is not there fails as any other:
                end its command with `|| true` where that is no matter.

                """);
        Dialects.all().forEach(dialect -> page.append(section(dialect)));
        return page.toString();
    }

    private static String section(Dialect dialect) {
        StringBuilder text = new StringBuilder("## " + dialect.agent() + ": `" + dialect.name() + "`\n\n");
        text.append("Files: ")
                .append(dialect.places().stream().map(it -> "`" + it + "`").collect(Collectors.joining(", ")))
                .append(". Hooks run ")
                .append(dialect.inOrder() ? "one after another" : "at the same time")
                .append(" by `")
                .append(String.join(" ", dialect.shell()))
                .append("`, for at most ")
                .append(dialect.timeout().toSeconds())
                .append(" s unless they say otherwise, in ")
                .append(dialect.timeoutUnit().toMillis() == 1 ? "milliseconds" : "seconds")
                .append(". Relative names of files are ")
                .append(dialect.tools().absolute() ? "made absolute" : "told as the model wrote them")
                .append(". A matcher is ")
                .append(matching(dialect.matching()))
                .append(".\n\n");
        if (!dialect.environment().isEmpty()) {
            text.append("Environment: ")
                    .append(new TreeMap<>(dialect.environment())
                            .entrySet().stream()
                                    .map(it -> "`" + it.getKey() + "`"
                                            + (it.getValue().startsWith("{") ? "" : " = " + it.getValue()))
                                    .collect(Collectors.joining(", ")))
                    .append(".\n\n");
        }
        if (!dialect.base().isEmpty()) {
            text.append("Every payload begins with ")
                    .append(fields(dialect.base()))
                    .append(".\n\n");
        }
        text.append("| event there | here | matches on | a block | text on stdout | can replace | more fields |\n");
        text.append("|---|---|---|---|---|---|---|\n");
        dialect.events().forEach(row -> text.append(line(row)));
        if (!dialect.tools().rows().isEmpty()) {
            text.append("\n| tool there | here | fields there |\n|---|---|---|\n");
            dialect.tools().rows().forEach(row -> text.append(line(row)));
        }
        text.append('\n');
        dialect.limits().forEach(limit -> text.append("- ").append(limit).append('\n'));
        return text.append('\n').toString();
    }

    private static String line(EventRow row) {
        String tools = row.tools().isEmpty() ? "" : " for " + String.join(", ", row.tools());
        String when = switch (row.when()) {
            case ALWAYS -> "";
            case SUCCEEDED -> " that succeeded";
            case FAILED -> " that failed";
            case MAIN -> " of the session itself";
            case SUB_AGENT -> " of a sub-agent";
        };
        String block = switch (row.block()) {
            case DENIES -> "denies";
            case TELLS_MODEL -> "is told to the model";
            case TELLS_USER -> "is told to the user";
            case IGNORED -> "does nothing";
        };
        String text = switch (row.plainText()) {
            case CONTEXT -> "is told to the model";
            case MESSAGE -> "is told to the user";
            case IGNORED -> "–";
        };
        return "| `%s` | `%s`%s%s | %s | %s | %s | %s | %s |\n"
                .formatted(
                        row.theirs(),
                        row.ours(),
                        when,
                        tools,
                        row.matchOn().isEmpty() ? "–" : "`" + row.matchOn() + "`",
                        block,
                        text,
                        row.rewrite().isEmpty() ? "–" : "`" + row.rewrite() + "`",
                        fields(row.fields()));
    }

    private static String line(ToolTable.Row row) {
        String aliases = row.aliases().isEmpty() ? "" : " (also `" + String.join("`, `", row.aliases()) + "`)";
        String fields = row.patch()
                ? "`command`, a patch"
                : new TreeMap<>(row.fields())
                        .entrySet().stream()
                                .map(it -> "`" + it.getValue() + "` for `" + it.getKey() + "`")
                                .collect(Collectors.joining(", "));
        return "| `%s`%s | `%s` | %s |\n"
                .formatted(row.theirs(), aliases, row.ours(), fields.isEmpty() ? "the same" : fields);
    }

    private static String fields(List<FieldRow> fields) {
        return fields.isEmpty()
                ? "–"
                : fields.stream().map(it -> "`" + it.theirs() + "`").collect(Collectors.joining(", "));
    }

    private static String matching(Matching matching) {
        return Map.of(
                        Matching.LIST_OR_SEARCH,
                        "a list of names if it has only letters, digits, `_`, `-`, `,`, `|` and spaces, else a regular expression that is searched for",
                        Matching.NARROW_LIST_OR_SEARCH,
                        "a list of names if it has only letters, digits, `_` and `|`, else a regular expression that is searched for",
                        Matching.SEARCH,
                        "a regular expression that is searched for; on anything but a tool or a command, a list of names if it looks like one",
                        Matching.WHOLE,
                        "a regular expression that must match as a whole",
                        Matching.NONE,
                        "not looked at")
                .get(matching);
    }

    @Test
    void every_table_is_read_in_both_directions() {
        for (Dialect dialect : Dialects.all()) {
            for (ToolTable.Row row : dialect.tools().rows()) {
                assertThat(dialect.tools().theirs(row.ours())).isEqualTo(row.theirs());
                assertThat(dialect.tools().theirs(dialect.tools().ours(row.theirs())))
                        .isEqualTo(row.theirs());
                if (!row.patch()) {
                    Map<String, Object> ours =
                            row.fields().keySet().stream().collect(Collectors.toMap(it -> it, it -> it));
                    assertThat(dialect.tools().ours(row.ours(), dialect.tools().theirs(row.ours(), Map.copyOf(ours))))
                            .isEqualTo(ours);
                }
            }
            assertThat(dialect.events()).anyMatch(row -> row.ours().equals("tool:pre") && row.block() == Block.DENIES);
            boolean toldServer = dialect.tools().servers().told();
            assertThat(dialect.tools().ours(dialect.tools().theirs("mcp__server__tool")))
                    .isEqualTo(toldServer ? "mcp__server__tool" : "mcp__tool");
        }
    }
}
