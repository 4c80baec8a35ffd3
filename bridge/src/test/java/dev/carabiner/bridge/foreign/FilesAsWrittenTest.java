package dev.carabiner.bridge.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ways in which people write hook files that no documentation leads with. */
class FilesAsWrittenTest {

    @TempDir
    private Path temporary;

    private Path directory;

    @BeforeEach
    void realPath() throws Exception {
        directory = temporary.toRealPath();
    }

    private ForeignStage stage(String dialect, String file, String hooks) {
        ForeignStage.write(directory.resolve(file), hooks);
        return ForeignStage.of(directory, dialect, file, "");
    }

    private void script(String name, String text) {
        ForeignStage.write(directory.resolve(name), text).toFile().setExecutable(true);
    }

    private static String context(HookOutcome outcome) {
        return outcome.injections().isEmpty()
                ? ""
                : outcome.injections().getFirst().text();
    }

    @Nested
    class Plug_ins {

        @Test
        void of_gemini_name_their_directory_and_its_separator_as_variables() {
            script("hooks/check.js", "console.log(JSON.stringify({decision: 'deny', reason: 'from the extension'}))");
            try (ForeignStage stage = stage("gemini", "hooks/hooks.json", """
                    {"hooks": {"BeforeTool": [{"matcher": "run_shell_command", "hooks": [
                      {"type": "command", "command": "node ${extensionPath}${/}hooks${/}check.js"}]}]}}
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("from the extension");
            }
        }

        @Test
        void of_cursor_are_told_so_also_where_one_directory_serves_two_agents() {
            String script = "[ -n \"$CURSOR_PLUGIN_ROOT\" ] && echo '{\"additional_context\": \"for Cursor\"}'\n"
                    + "[ -n \"$CURSOR_PLUGIN_ROOT\" ] || echo '{\"hookSpecificOutput\": {\"hookEventName\":"
                    + " \"SessionStart\", \"additionalContext\": \"for Claude\"}}'\n";
            script("hooks/start", "#!/bin/sh\n" + script);
            try (ForeignStage stage = stage("cursor", "hooks/hooks-cursor.json", """
                    {"version": 1, "hooks": {"sessionStart": [{"command": "./hooks/start"}]}}
                    """)) {
                assertThat(context(stage.emit("session:start"))).isEqualTo("for Cursor");
            }
            try (ForeignStage stage = stage("claude", "hooks/hooks.json", """
                    {"hooks": {"SessionStart": [{"hooks": [
                      {"type": "command", "command": "\\"${CLAUDE_PLUGIN_ROOT}/hooks/start\\""}]}]}}
                    """)) {
                assertThat(context(stage.emit("session:start"))).isEqualTo("for Claude");
            }
        }

        @Test
        void are_found_by_their_manifest_or_by_a_command_that_names_their_root() {
            script("plug/.claude-plugin/plugin.json", "{}");
            script("plug/checks/no.sh", "echo from the plug-in >&2; exit 2\n");
            String hooks = """
                    {"hooks": {"PreToolUse": [{"hooks": [
                      {"type": "command", "command": "bash ${CLAUDE_PLUGIN_ROOT}/checks/no.sh"}]}]}}
                    """;
            try (ForeignStage stage = stage("claude", "plug/settings/guards.json", hooks)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("from the plug-in");
            }
            script("bare/checks/no.sh", "echo from beside >&2; exit 2\n");
            try (ForeignStage stage = stage("claude", "bare/guards.json", hooks)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("from beside");
            }
        }

        @Test
        void keep_what_they_know_in_a_directory_that_they_can_write() {
            script(
                    "hooks/count.sh",
                    "echo x >> \"$CLAUDE_PLUGIN_DATA/calls\" || exit 3\n"
                            + "wc -l < \"$CLAUDE_PLUGIN_DATA/calls\" >&2; exit 2\n");
            try (ForeignStage stage = stage("claude", "hooks/hooks.json", """
                    {"hooks": {"PreToolUse": [{"hooks": [
                      {"type": "command", "command": "bash ${CLAUDE_PLUGIN_ROOT}/hooks/count.sh"}]}]}}
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("1");
                assertThat(stage.bash("ls").reason()).isEqualTo("2");
            }
        }

        @Test
        void have_a_directory_each() {
            String hooks = """
                    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command",
                      "command": "touch ${CLAUDE_PLUGIN_DATA}/%1$s; ls ${CLAUDE_PLUGIN_DATA} > ${CLAUDE_PROJECT_DIR}/%1$s.list; # ${CLAUDE_PLUGIN_ROOT}/"}]}]}}
                    """;
            script("one/hooks/hooks.json", hooks.formatted("one"));
            script("two/hooks/hooks.json", hooks.formatted("two"));
            try (ForeignStage stage =
                    ForeignStage.of(directory, "claude", "one/hooks/hooks.json, two/hooks/hooks.json", "")) {
                stage.bash("ls");
                stage.bash("ls");
            }
            assertThat(directory.resolve("one.list")).hasContent("one\n");
            assertThat(directory.resolve("two.list")).hasContent("two\n");
        }

        @Test
        void each_run_their_own_script_though_their_files_have_the_same_words() {
            String hooks = """
                    {"hooks": {"PreToolUse": [{"hooks": [
                      {"type": "command", "command": "bash ${CLAUDE_PLUGIN_ROOT}/hooks/check.sh"}]}]}}
                    """;
            script("one/hooks/hooks.json", hooks);
            script("one/hooks/check.sh", "exit 0\n");
            script("two/hooks/hooks.json", hooks);
            script("two/hooks/check.sh", "echo from the second >&2; exit 2\n");
            try (ForeignStage stage =
                    ForeignStage.of(directory, "claude", "one/hooks/hooks.json, two/hooks/hooks.json", "")) {
                assertThat(stage.bash("ls").reason()).isEqualTo("from the second");
            }
        }

        @Test
        void may_name_their_root_in_single_quotes_whatever_blanks_it_has() {
            script("plug ü in/hooks/check.sh", "#!/bin/sh\necho \"$1\" >&2; exit 2\n");
            try (ForeignStage stage = stage("claude", "plug ü in/hooks/hooks.json", """
                    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command",
                      "command": "'${CLAUDE_PLUGIN_ROOT}/hooks/check.sh' \\"in '${CLAUDE_PLUGIN_ROOT##*/}'\\""}]}]}}
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("in 'plug ü in'");
            }
        }

        @Test
        void are_found_by_the_words_of_a_command_that_no_shell_reads() {
            script("bare/checks/no.sh", "echo from beside >&2; exit 2\n");
            try (ForeignStage stage = stage("claude", "bare/guards.json", """
                    {"hooks": {"PreToolUse": [{"hooks": [
                      {"type": "command", "command": "bash", "args": ["${CLAUDE_PLUGIN_ROOT}/checks/no.sh"]}]}]}}
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("from beside");
            }
        }

        @Test
        void are_not_where_a_project_keeps_its_own_hooks() {
            try (ForeignStage stage = stage("copilot", ".github/hooks/hooks.json", """
                    {"version": 1, "hooks": {"preToolUse": [
                      {"type": "command", "bash": "[ -z \\"$CLAUDE_PLUGIN_ROOT$PLUGIN_ROOT\\" ] || exit 1"}]}}
                    """)) {
                assertThat(stage.bash("ls").action()).isEqualTo(Action.CONTINUE);
            }
        }
    }

    @Nested
    class Answers {

        @Test
        void cannot_permit_what_has_been_done() {
            try (ForeignStage stage = ForeignStage.claude(directory, "PostToolUse", """
                    echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","permissionDecision":"deny"},
                      "systemMessage":"seen"}'
                    """)) {
                HookOutcome outcome = stage.emit(
                        "tool:post",
                        "tool_name",
                        "Bash",
                        "tool_input",
                        EventData.of("command", "ls"),
                        "tool_result",
                        Map.of("success", true, "output", "a"));
                assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
                assertThat(outcome.messages()).hasSize(1);
            }
        }

        @Test
        void at_the_end_of_a_sub_agent_send_it_on() {
            try (ForeignStage stage = ForeignStage.claude(directory, "SubagentStop", """
                    echo '{"hookSpecificOutput":{"hookEventName":"SubagentStop","additionalContext":"and the tests?"}}'
                    """)) {
                assertThat(stage.emit("agent:complete", "agent_name", "helper").reason())
                        .isEqualTo("and the tests?");
            }
            try (ForeignStage stage = stage("cursor", ".cursor/hooks.json", """
                    {"version": 1, "hooks": {"subagentStop": [
                      {"command": "echo '{\\"followup_message\\": \\"look again\\"}'"}]}}
                    """)) {
                assertThat(stage.emit("agent:complete", "agent_name", "helper").reason())
                        .isEqualTo("look again");
            }
        }

        @Test
        void of_cline_may_use_the_older_word() {
            script(
                    ".clinerules/hooks/PreToolUse",
                    "#!/bin/sh\necho '{\"shouldContinue\": false, \"errorMessage\": \"stop here\"}'\n");
            try (ForeignStage stage = ForeignStage.of(directory, "cline", ".clinerules/hooks", "")) {
                assertThat(stage.bash("ls").reason()).isEqualTo("stop here");
            }
        }
    }

    @Nested
    class Answers_after_other_text {

        @Test
        void are_read_in_cline_over_as_many_lines_as_they_have() {
            script(".clinerules/hooks/PreToolUse", """
                    #!/bin/bash
                    echo "looking at 3 rules"; echo "{ not one"
                    cat <<'END'
                    {
                      "cancel": true,
                      "errorMessage": "rule 2"
                    }
                    END
                    """);
            try (ForeignStage stage = ForeignStage.of(directory, "cline", ".clinerules/hooks", "")) {
                assertThat(stage.bash("ls").reason()).isEqualTo("rule 2");
            }
        }

        @Test
        void are_a_failure_in_cline_if_they_are_cut_off() {
            script(".clinerules/hooks/PreToolUse", "#!/bin/sh\necho looking; echo '{'; echo '  \"cancel\": fal'\n");
            try (ForeignStage stage = ForeignStage.of(directory, "cline", ".clinerules/hooks", "")) {
                HookOutcome outcome = stage.bash("ls");
                assertThat(outcome.denied()).isTrue();
                assertThat(outcome.runs()).anyMatch(it -> it.failure() != null);
            }
        }
    }

    @Test
    void a_script_without_an_ending_is_found_in_the_project_from_wherever_the_agent_works() throws Exception {
        script("project/.github/hooks/preToolUse", "echo \"seen from $(basename \"$PWD\")\" >&2; exit 2\n");
        script("project/bin/check", "#!/bin/sh\necho 'also found' >&2; exit 2\n");
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        ForeignStage.write(directory.resolve("project/.github/hooks/own.json"), """
                {"version": 1, "hooks": {
                  "preToolUse": [{"type": "command", "bash": "bash .github/hooks/preToolUse"}],
                  "userPromptSubmitted": [{"type": "command", "bash": "bin/check --all"}]}}
                """);
        try (ForeignStage stage = ForeignStage.of(elsewhere, "copilot", "../project/.github/hooks/own.json", "")) {
            assertThat(stage.bash("ls").reason()).isEqualTo("seen from project");
            assertThat(stage.emit("prompt:submit", "prompt", "x").reason()).isEqualTo("also found");
        }
    }

    @Test
    void a_script_that_is_kept_as_an_example_is_not_run() {
        script(".clinerules/hooks/PreToolUse.example", "#!/bin/sh\necho '{\"cancel\": true}'\n");
        script(".clinerules/hooks/PreToolUse.ps1", "exit 1\n");
        script(".clinerules/hooks/PostToolUse.sh", "#!/bin/sh\necho '{}'\n");
        try (ForeignStage stage = ForeignStage.of(directory, "cline", ".clinerules/hooks", "")) {
            assertThat(stage.bash("ls").action()).isEqualTo(Action.CONTINUE);
        }
    }

    @Test
    void a_type_that_no_agent_knows_is_named_and_the_others_run() {
        try (ForeignStage stage = stage("claude", ".claude/settings.json", """
                {"hooks": {"PreToolUse": [{"hooks": [
                  {"type": "process", "command": "node", "args": ["guard.js"]},
                  {"type": "command", "command": "grep -q forbidden && { echo no >&2; exit 2; } || exit 0"}]}]}}
                """)) {
            assertThat(stage.bash("ls").action()).isEqualTo(Action.CONTINUE);
            assertThat(stage.bash("forbidden").reason()).isEqualTo("no");
            assertThat(stage.shown)
                    .anyMatch(it ->
                            it.text().contains("settings.json:2: ") && it.text().contains("\"process\""));
        }
    }

    @Test
    void the_same_command_with_other_variables_or_in_another_directory_is_another_hook() {
        script("check.sh", "[ \"$MODE\" != strict ] || { echo strict >&2; exit 2; }\n");
        script("sub/check.sh", "grep -q sub && { echo below >&2; exit 2; } || exit 0\n");
        try (ForeignStage stage = stage("copilot", ".github/hooks/own.json", """
                {"version": 1, "hooks": {"preToolUse": [
                  {"type": "command", "bash": "bash check.sh"},
                  {"type": "command", "bash": "bash check.sh", "cwd": "sub"},
                  {"type": "command", "bash": "bash check.sh", "env": {"MODE": "strict"}}]}}
                """)) {
            assertThat(stage.bash("sub").reason()).isEqualTo("below");
            assertThat(stage.bash("ls").reason()).isEqualTo("strict");
        }
    }

    @Test
    void copilots_files_are_told_as_the_model_wrote_them_and_with_claudes_payload_absolutely() {
        String deny = "{permissionDecision: \\\"deny\\\", permissionDecisionReason: ";
        try (ForeignStage stage = stage("copilot", ".github/hooks/own.json", """
                {"version": 1, "hooks": {
                  "preToolUse": [{"type": "command", "bash": "jq '%1$s.toolArgs.path}'", "matcher": "create"}],
                  "PreToolUse": [{"type": "command", "bash": "jq '%1$s.tool_input.file_path}'", "matcher": "Read"}]}}
                """.formatted(deny))) {
            assertThat(stage.tool("Write", "file_path", "src/a.js", "content", "x")
                            .reason())
                    .isEqualTo("src/a.js");
            assertThat(stage.tool("Read", "file_path", "src/a.js").reason())
                    .isEqualTo(directory.resolve("src/a.js").toString());
        }
    }

    @Test
    void an_empty_command_keeps_a_place_and_runs_nothing() {
        try (ForeignStage stage = stage("copilot", ".github/hooks/own.json", """
                {"version": 1, "hooks": {"preToolUse": [{"type": "command", "bash": ""}], "agentStop": [{"type": "command", "bash": ""}]}}
                """)) {
            assertThat(stage.bash("ls").action()).isEqualTo(Action.CONTINUE);
            assertThat(stage.shown).noneMatch(it -> it.text().contains("own.json"));
        }
    }

    @Test
    void what_cursor_tells_its_agent_about_a_prompt_is_not_told_the_model() {
        try (ForeignStage stage = stage("cursor", ".cursor/hooks.json", """
                {"version": 1, "hooks": {
                  "beforeSubmitPrompt": [{"command": "echo '{\\"permission\\": \\"allow\\", \\"agentMessage\\": \\"about the prompt\\"}'"}],
                  "beforeShellExecution": [{"command": "echo '{\\"permission\\": \\"allow\\", \\"agent_message\\": \\"about the line\\"}'"}]}}
                """)) {
            assertThat(stage.emit("prompt:submit", "prompt", "hello").injections())
                    .isEmpty();
            assertThat(context(stage.bash("ls"))).isEqualTo("about the line");
        }
    }

    @Test
    void what_a_settings_file_sets_for_everything_is_set_for_its_hooks() {
        try (ForeignStage stage = stage("claude", ".claude/settings.json", """
                {"env": {"TEAM_RULE": "nothing on Fridays"}, "hooks": {"PreToolUse": [{"hooks": [
                  {"type": "command", "command": "# the rule of the team\\n[ -z \\"$TEAM_RULE\\" ] || { echo \\"$TEAM_RULE\\" >&2; exit 2; }"}]}]}}
                """)) {
            assertThat(stage.bash("ls").reason()).isEqualTo("nothing on Fridays");
        }
    }

    @Test
    void a_hook_may_name_the_shell_that_reads_it() {
        try (ForeignStage stage = stage("claude", ".claude/settings.json", """
                {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "shell": "bash",
                  "command": "if [[ $(cat) =~ (ls|cat) ]]; then echo \\"read by bash\\" >&2; exit 2; fi"}]}]}}
                """)) {
            assertThat(stage.bash("ls").reason()).isEqualTo("read by bash");
        }
    }

    @Test
    void a_command_for_this_system_comes_before_the_one_for_all() {
        try (ForeignStage stage = stage("copilot", ".github/hooks/own.json", """
                {"version": 1, "hooks": {"preToolUse": [{"type": "command", "command": "exit 3",
                  "linux": "echo linux >&2; exit 2", "osx": "echo linux >&2; exit 2"}]}}
                """)) {
            assertThat(stage.bash("ls").reason()).isEqualTo("linux");
        }
    }

    @Test
    void a_patch_names_files_as_seen_from_where_the_agent_works() {
        script(
                "hook.sh",
                "jq '{hookSpecificOutput: {hookEventName: \"PreToolUse\", permissionDecision: \"deny\","
                        + " permissionDecisionReason: (.tool_input.command | split(\"\\n\")[1])}}'\n");
        try (ForeignStage stage = stage("codex", ".codex/hooks.json", """
                {"hooks": {"PreToolUse": [{"matcher": "apply_patch", "hooks": [{"type": "command", "command": "sh hook.sh"}]}]}}
                """)) {
            assertThat(stage.tool("Write", "file_path", "src/a.txt", "content", "x")
                            .reason())
                    .isEqualTo("*** Add File: src/a.txt");
            assertThat(stage.tool(
                                    "Write",
                                    "file_path",
                                    directory.resolve("b.txt").toString(),
                                    "content",
                                    "x")
                            .reason())
                    .isEqualTo("*** Add File: b.txt");
            assertThat(stage.tool("Write", "file_path", "/etc/x", "content", "x")
                            .reason())
                    .isEqualTo("*** Add File: /etc/x");
        }
    }
}
