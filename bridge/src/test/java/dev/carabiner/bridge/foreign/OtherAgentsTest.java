package dev.carabiner.bridge.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.bridge.dialect.Dialects;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherAgentsTest {

    @TempDir
    private Path temporary;

    private Path directory;

    @BeforeEach
    void realPath() throws Exception {
        directory = temporary.toRealPath();
    }

    private ForeignStage stage(String dialect, String file, String settings, String script) {
        ForeignStage.write(directory.resolve(file), settings);
        ForeignStage.write(directory.resolve("hook.sh"), script).toFile().setExecutable(true);
        return ForeignStage.of(directory, dialect, file, "");
    }

    private static List<String> failures(HookOutcome outcome) {
        return outcome.runs().stream()
                .filter(run -> run.failure() != null)
                .map(run -> String.valueOf(run.failure()))
                .toList();
    }

    private static String context(HookOutcome outcome) {
        return outcome.injections().isEmpty()
                ? ""
                : outcome.injections().getFirst().text();
    }

    @Test
    void hooks_of_codex_and_qwen_have_the_time_of_their_agents_and_not_claudes() {
        assertThat(timeouts("codex")).containsExactly("SessionEnd PT1S", "Interrupt PT1S");
        assertThat(timeouts("qwen")).isEmpty();
        assertThat(timeouts("claude")).containsExactly("UserPromptSubmit PT30S", "SessionEnd PT1.5S");
    }

    private static List<String> timeouts(String dialect) {
        return Dialects.named(dialect).events().stream()
                .filter(row -> row.timeout() != null)
                .map(row -> row.theirs() + " " + row.timeout())
                .toList();
    }

    @Nested
    class Gemini {

        private ForeignStage stage(String event, String script) {
            return OtherAgentsTest.this.stage(
                    "gemini", ".gemini/settings.json", """
                    {"hooks": {"%s": [{"matcher": "run_shell_command|write_file|read_file|startup", "hooks": [
                      {"name": "g", "type": "command", "command": "bash $GEMINI_PROJECT_DIR/hook.sh", "timeout": 5000}]}]}}
                    """.formatted(event), "#!/bin/bash\n" + script);
        }

        @Test
        void denies_by_json_with_its_own_names_of_tools() {
            try (ForeignStage stage = stage("BeforeTool", """
                    jq '{decision: "deny", reason: (.tool_name + " " + .tool_input.command + " " + .hook_event_name)}'
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("run_shell_command ls BeforeTool");
                assertThat(stage.tool("Grep", "pattern", "x").action()).isEqualTo(Action.CONTINUE);
            }
        }

        @Test
        void denies_by_text_and_exit_code_and_fails_without_text() {
            try (ForeignStage stage = stage("BeforeTool", "echo stop >&2; exit 2")) {
                assertThat(stage.bash("ls").reason()).isEqualTo("stop");
            }
            try (ForeignStage stage = stage("BeforeTool", "exit 2")) {
                assertThat(failures(stage.bash("ls"))).hasSize(1);
            }
            try (ForeignStage stage = stage("BeforeTool", "echo warned >&2; exit 1")) {
                assertThat(stage.bash("ls").denied()).isTrue();
                assertThat(failures(stage.bash("ls"))).hasSize(1);
            }
        }

        @Test
        void rewrites_the_whole_input_and_reads_standard_error_when_nothing_else_is_there() {
            try (ForeignStage stage = stage("BeforeTool", """
                    echo '{"hookSpecificOutput":{"tool_input":{"command":"ls -la"}}}' >&2
                    """)) {
                assertThat(stage.bash("ls").data().object("tool_input")).isEqualTo(EventData.of("command", "ls -la"));
            }
        }

        @Test
        void keeps_an_output_that_it_denies_from_the_model_and_tells_it_why() {
            for (String script :
                    List.of("echo '{\"decision\":\"deny\",\"reason\":\"a key\"}'", "echo a key >&2; exit 2")) {
                try (ForeignStage stage = stage("AfterTool", script)) {
                    HookOutcome outcome = stage.emit(
                            "tool:post",
                            "tool_name",
                            "Read",
                            "tool_input",
                            Map.of("file_path", "k"),
                            "tool_result",
                            Map.of("success", true, "output", "the secret"));
                    assertThat(context(outcome)).isEqualTo("a key");
                    assertThat(String.valueOf(outcome.data().get("tool_result")))
                            .contains("hidden by a hook")
                            .doesNotContain("the secret");
                }
            }
        }

        @Test
        void runs_no_hook_that_its_settings_turn_off() {
            String hooks = """
                    "BeforeTool": [{"hooks": [{"name": "one", "type": "command", "command": "echo one >&2; exit 2"},
                      {"type": "command", "command": "echo two >&2; exit 2"}]}]
                    """;
            assertThat(reason("{\"hooksConfig\": {\"disabled\": [\"one\"]}, \"hooks\": {" + hooks + "}}"))
                    .isEqualTo("two");
            assertThat(reason("{\"hooks\": {\"disabled\": [\"one\", \"echo two >&2; exit 2\"], " + hooks
                            + ", \"AfterTool\": [{\"hooks\": [{\"command\": \"true\"}]}]}}"))
                    .isEmpty();
        }

        private String reason(String settings) {
            try (ForeignStage stage = OtherAgentsTest.this.stage("gemini", ".gemini/settings.json", settings, "")) {
                return stage.bash("ls").reason();
            }
        }

        @Test
        void tells_the_model_at_the_start_and_before_the_agent() {
            try (ForeignStage stage = stage("SessionStart", """
                    echo '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"known"}}'
                    """)) {
                assertThat(context(stage.emit("session:start"))).isEqualTo("known");
            }
            try (ForeignStage stage = stage("BeforeAgent", """
                    echo '{"hookSpecificOutput":{"additionalContext":"of the prompt"}}'
                    """)) {
                assertThat(context(stage.emit("prompt:submit", "prompt", "x"))).isEqualTo("of the prompt");
            }
        }
    }

    @Nested
    class Codex {

        private ForeignStage stage(String script) {
            return OtherAgentsTest.this.stage("codex", ".codex/hooks.json", """
                    {"hooks": {"PreToolUse": [{"matcher": "Bash|apply_patch", "hooks": [{"type": "command", "command": "./hook.sh"}]}]}}
                    """, "#!/bin/bash\n" + script);
        }

        @Test
        void denies_by_exit_code_and_by_json() {
            try (ForeignStage stage = stage("echo no >&2; exit 2")) {
                assertThat(stage.bash("ls").reason()).isEqualTo("no");
            }
            try (ForeignStage stage = stage("""
                    jq '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny",
                      permissionDecisionReason: (.tool_name + (.tool_input.command | split("\\n")[1]))}}'
                    """)) {
                assertThat(stage.tool("Write", "file_path", "a.txt", "content", "x")
                                .reason())
                        .isEqualTo("apply_patch*** Add File: a.txt");
            }
        }

        @Test
        void fails_where_codex_would_reject_the_answer() {
            for (String answer : List.of(
                    "echo '{\"unknown\": 1}'",
                    "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\"}}'",
                    "echo '{\"continue\": false}'",
                    "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"allow\"}}'",
                    "echo '{\"decision\":\"approve\"}'",
                    "exit 2",
                    "echo '{\"decision\":\"block\",\"reason\":\"x\"}'; exit 1")) {
                try (ForeignStage stage = stage(answer)) {
                    assertThat(failures(stage.bash("ls"))).as(answer).hasSize(1);
                }
            }
        }

        @Test
        void reads_the_hooks_of_its_settings_in_toml() {
            try (ForeignStage stage = OtherAgentsTest.this.stage("codex", ".codex/config.toml", """
                    model = "x"

                    [[hooks.PreToolUse]]
                    matcher = "Bash"

                    [[hooks.PreToolUse.hooks]]
                    type = "command"
                    command = "echo toml >&2; exit 2"
                    """, "")) {
                HookOutcome outcome = stage.bash("ls");

                assertThat(outcome.reason()).isEqualTo("toml");
                assertThat(outcome.runs()).anyMatch(it -> it.name().startsWith("codex:config.toml:"));
            }
        }
    }

    @Nested
    class Copilot {

        private ForeignStage stage(String event, String script) {
            return OtherAgentsTest.this.stage(
                    "copilot", ".github/hooks/guard.json", """
                    {"version": 1, "hooks": {"%s": [{"type": "command", "bash": "./hook.sh", "powershell": "x", "timeoutSec": 5}]}}
                    """.formatted(event), "#!/bin/bash\n" + script);
        }

        @Test
        void has_names_in_camel_case_and_decides_at_the_top() {
            try (ForeignStage stage = stage("preToolUse", """
                    jq '{permissionDecision: "deny", permissionDecisionReason: (.toolName + " " + .toolArgs.command)}'
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("bash ls");
            }
            try (ForeignStage stage = stage("preToolUse", """
                    echo '{"permissionDecision": "allow", "modifiedArgs": {"command": "ls -1"}}'
                    """)) {
                assertThat(stage.bash("ls").data().object("tool_input")).isEqualTo(EventData.of("command", "ls -1"));
            }
        }

        @Test
        void nests_the_decision_at_the_end_of_a_turn_in_the_editor() {
            try (ForeignStage stage = stage("Stop", """
                    echo '{"hookSpecificOutput": {"hookEventName": "Stop", "decision": "block", "reason": "tests first"}}'
                    """)) {
                assertThat(stage.emit("execution:complete", "response", "x").reason())
                        .isEqualTo("tests first");
            }
        }

        @Test
        void translates_fields_of_a_rewritten_edit_back() {
            try (ForeignStage stage = stage("preToolUse", """
                    jq '{permissionDecision: "allow", modifiedArgs: (.toolArgs + {new_str: "safe"})}'
                    """)) {
                assertThat(stage.tool("Edit", "file_path", "a.txt", "old_string", "x", "new_string", "y")
                                .data()
                                .object("tool_input"))
                        .isEqualTo(EventData.of("file_path", "a.txt", "old_string", "x", "new_string", "safe"));
            }
        }

        @Test
        void denies_on_every_exit_code_but_0_and_fails_where_nothing_ran() {
            try (ForeignStage stage = stage("preToolUse", "echo why >&2; exit 1")) {
                HookOutcome outcome = stage.bash("ls");
                assertThat(outcome.reason()).isEqualTo("why");
                assertThat(failures(outcome)).isEmpty();
            }
            try (ForeignStage stage = stage("preToolUse", "no-such-program")) {
                assertThat(failures(stage.bash("ls"))).hasSize(1);
            }
        }

        @Test
        void has_failed_where_its_shell_gives_up_and_judged_where_it_has_said_something_all_the_same() {
            try (ForeignStage stage = stage("preToolUse", "")) {
                assertThat(failures(stage.bash("ls"))).isEmpty();
            }
            String broken =
                    "{\"version\": 1, \"hooks\": {\"preToolUse\": [{\"type\": \"command\", \"bash\": \"%s\"}]}}";
            try (ForeignStage stage = OtherAgentsTest.this.stage(
                    "copilot", ".github/hooks/guard.json", broken.formatted("cat >> logs/audit.jsonl"), "")) {
                assertThat(failures(stage.bash("ls"))).hasSize(1);
            }
            try (ForeignStage stage = OtherAgentsTest.this.stage(
                    "copilot",
                    ".github/hooks/guard.json",
                    broken.formatted("cat >> logs/audit.jsonl; echo not today; exit 1"),
                    "")) {
                HookOutcome outcome = stage.bash("ls");
                assertThat(outcome.denied()).isTrue();
                assertThat(failures(outcome)).isEmpty();
            }
        }

        @Test
        void has_failed_on_other_exit_codes_than_2_where_it_is_not_about_a_tool() {
            for (String event : List.of("userPromptSubmitted", "UserPromptSubmit")) {
                try (ForeignStage stage = stage(event, "echo why >&2; exit 1")) {
                    HookOutcome outcome = stage.emit("prompt:submit", "prompt", "x");
                    assertThat(outcome.denied()).isTrue();
                    assertThat(failures(outcome)).hasSize(1);
                }
                try (ForeignStage stage =
                        stage(event, "echo '{\"decision\": \"block\", \"reason\": \"by json\"}'; exit 2")) {
                    HookOutcome outcome = stage.emit("prompt:submit", "prompt", "x");
                    assertThat(outcome.reason()).isEqualTo("by json");
                    assertThat(failures(outcome)).isEmpty();
                }
            }
        }

        @Test
        void has_claudes_payload_for_names_in_pascal_case() {
            try (ForeignStage stage = stage("PreToolUse", """
                    jq '{permissionDecision: "deny", permissionDecisionReason: (.tool_name + .hook_event_name)}'
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("BashPreToolUse");
            }
        }
    }

    @Nested
    class Cursor {

        private ForeignStage stage(String event, String matcher, String script) {
            return OtherAgentsTest.this.stage(
                    "cursor", ".cursor/hooks.json", """
                    {"version": 1, "hooks": {"%s": [{"command": "./hook.sh", "matcher": "%s"}]}}
                    """.formatted(event, matcher), "#!/bin/bash\n" + script);
        }

        @Test
        void judges_shell_commands_by_their_text() {
            try (ForeignStage stage = stage("beforeShellExecution", "git|rm", """
                    jq '{permission: "deny", user_message: "u", agent_message: ("a " + .command)}'
                    """)) {
                HookOutcome outcome = stage.bash("git push");
                assertThat(outcome.reason()).isEqualTo("a git push");
                assertThat(outcome.messages())
                        .singleElement()
                        .satisfies(it -> assertThat(it.text()).isEqualTo("u"));
                assertThat(stage.bash("ls").denied()).isFalse();
                assertThat(stage.tool("Read", "file_path", "git").denied()).isFalse();
            }
        }

        @Test
        void asks_and_rewrites() {
            try (ForeignStage stage =
                    stage("beforeShellExecution", "", "echo '{\"permission\":\"ask\",\"userMessage\":\"Sure?\"}'")) {
                assertThat(stage.bash("ls").action()).isEqualTo(Action.ASK_USER);
            }
            try (ForeignStage stage = stage(
                    "preToolUse",
                    "Shell",
                    "echo '{\"permission\":\"allow\",\"updated_input\":{\"command\":\"ls -1\"}}'")) {
                assertThat(stage.bash("ls").data().object("tool_input")).isEqualTo(EventData.of("command", "ls -1"));
            }
        }

        @Test
        void fails_closed_when_it_crashes_or_answers_nonsense() {
            for (String script : List.of("exit 1", "echo nonsense", "echo '{\"permission\":\"perhaps\"}'")) {
                try (ForeignStage stage = stage("beforeShellExecution", "", script)) {
                    assertThat(failures(stage.bash("ls"))).as(script).hasSize(1);
                    assertThat(stage.bash("ls").denied()).isTrue();
                }
            }
        }

        @Test
        void sees_files_servers_prompts_and_the_end() {
            ForeignStage.write(directory.resolve("secret.txt"), "ghp_token");
            try (ForeignStage stage = stage("beforeReadFile", "", """
                    jq '{permission: (if .content | test("ghp_") then "deny" else "allow" end), user_message: .file_path}'
                    """)) {
                assertThat(stage.tool("Read", "file_path", "secret.txt").reason())
                        .isEqualTo(directory.resolve("secret.txt").toString());
            }
            try (ForeignStage stage = stage("beforeMCPExecution", "", """
                    jq '{permission: "deny", agent_message: (.tool_name + (.tool_input | fromjson | .x))}'
                    """)) {
                assertThat(stage.tool("mcp__git__push", "x", "y").reason()).isEqualTo("pushy");
            }
            try (ForeignStage stage = stage("preToolUse", "MCP:push|MCP:git:pull", """
                    jq '{permission: "deny", agent_message: .tool_name}'
                    """)) {
                assertThat(stage.tool("mcp__git__push", "x", "y").reason()).isEqualTo("MCP:push");
                assertThat(stage.tool("mcp__git__pull", "x", "y").reason()).isEqualTo("MCP:pull");
                assertThat(stage.tool("mcp__git__fetch", "x", "y").denied()).isFalse();
            }
            try (ForeignStage stage =
                    stage("beforeSubmitPrompt", "", "echo '{\"continue\": false, \"user_message\": \"no\"}'")) {
                assertThat(stage.emit("prompt:submit", "prompt", "x").reason()).isEqualTo("no");
            }
            try (ForeignStage stage = stage("stop", "", "echo '{\"followup_message\": \"go on\"}'")) {
                assertThat(stage.emit("execution:complete", "response", "x").reason())
                        .isEqualTo("go on");
            }
            try (ForeignStage stage = stage("afterFileEdit", "", "jq -r '.edits[0].new_string' > seen")) {
                stage.emit("tool:post", "tool_name", "Edit", "tool_input", Map.of("file_path", "a", "new_string", "n"));
                assertThat(directory.resolve("seen")).hasContent("n");
            }
        }
    }

    @Nested
    class Cline {

        private ForeignStage stage(String event, String script) {
            ForeignStage.write(directory.resolve(".clinerules/hooks/" + event), "#!/bin/bash\n" + script);
            return ForeignStage.of(directory, "cline", ".clinerules/hooks", "");
        }

        @Test
        void finds_its_scripts_by_their_names_and_tells_them_in_old_and_new_fields() {
            try (ForeignStage stage = stage("PreToolUse", """
                    jq '{cancel: true, errorMessage: (.preToolUse.toolName + .tool_call.name + .preToolUse.parameters.path)}'
                    """)) {
                assertThat(stage.tool("Write", "file_path", "/a", "content", "x")
                                .reason())
                        .isEqualTo("write_to_filewrite_to_file/a");
            }
        }

        @Test
        void tells_the_model_asks_and_rewrites() {
            try (ForeignStage stage =
                    stage("PreToolUse", "echo '{\"cancel\":false,\"contextModification\":\"mind\"}'; exit 1")) {
                assertThat(context(stage.bash("ls"))).isEqualTo("mind");
            }
            try (ForeignStage stage = stage("PreToolUse", "echo '{\"review\":true}'")) {
                assertThat(stage.bash("ls").action()).isEqualTo(Action.ASK_USER);
            }
            try (ForeignStage stage =
                    stage("PreToolUse", "echo '{\"overrideInput\":{\"path\":\"/b\",\"content\":\"x\"}}'")) {
                assertThat(stage.tool("Write", "file_path", "/a", "content", "x")
                                .data()
                                .object("tool_input"))
                        .isEqualTo(EventData.of("file_path", "/b", "content", "x"));
            }
            try (ForeignStage stage = stage("PreToolUse", "echo broken")) {
                assertThat(failures(stage.bash("ls"))).hasSize(1);
            }
        }
    }

    @Nested
    class Qwen {

        @Test
        void has_claudes_answers_and_its_own_names_of_tools() {
            String settings = """
                    {"hooks": {"PreToolUse": [{"matcher": "WriteFile", "hooks": [{"type": "command", "command": "bash hook.sh", "timeout": 5000}]}]}}
                    """;
            try (ForeignStage stage = stage("qwen", ".qwen/settings.json", settings, "jq -r .tool_name >&2; exit 2")) {
                assertThat(stage.tool("Write", "file_path", "a", "content", "x").reason())
                        .isEqualTo("write_file");
                assertThat(stage.bash("ls").denied()).isFalse();
            }
        }
    }
}
