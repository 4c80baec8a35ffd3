package dev.carabiner.bridge.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaudeHooksTest {

    @TempDir
    private Path temporary;

    private Path directory;

    @BeforeEach
    void realPath() throws Exception {
        directory = temporary.toRealPath();
    }

    private HookOutcome before(String script) {
        try (ForeignStage stage = ForeignStage.claude(directory, "PreToolUse", script)) {
            return stage.bash("git push");
        }
    }

    private HookOutcome at(String event, String script, String ours, Object... data) {
        try (ForeignStage stage = ForeignStage.claude(directory, event, script)) {
            return stage.emit(ours, data);
        }
    }

    private static List<String> failures(HookOutcome outcome) {
        return outcome.runs().stream()
                .filter(run -> run.failure() != null)
                .map(run -> String.valueOf(run.failure()))
                .toList();
    }

    @Nested
    class BeforeATool {

        @Test
        void exit_code_2_denies_with_what_is_on_standard_error() {
            HookOutcome outcome = before("echo ignored; echo 'not today' >&2; exit 2");

            assertThat(outcome.action()).isEqualTo(Action.DENY);
            assertThat(outcome.reason()).isEqualTo("not today");
            assertThat(failures(outcome)).isEmpty();
        }

        @Test
        void exit_code_2_denies_with_the_reason_of_a_json_that_denies_too() {
            assertThat(before("""
                            echo '{"decision":"block","reason":"by json"}'; echo other >&2; exit 2
                            """).reason()).isEqualTo("by json");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\","
                            + "\"permissionDecisionReason\":\"no\"}}",
                    "{\"decision\":\"block\",\"reason\":\"no\"}",
                    "{\"systemMessage\":\"no\",\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\","
                            + "\"permissionDecision\":\"deny\"}}",
                    "{\"continue\":false,\"stopReason\":\"no\"}"
                })
        void json_denies_on_every_exit_code(String json) {
            for (int code : List.of(0, 1, 2, 7)) {
                HookOutcome outcome = before("echo '" + json + "'; exit " + code);

                assertThat(outcome.action()).as("exit " + code).isEqualTo(Action.DENY);
                assertThat(outcome.reason())
                        .as("exit " + code)
                        .isEqualTo(code == 2 && json.contains("nothing") ? "" : "no");
            }
        }

        @Test
        void ask_asks_with_the_reason() {
            HookOutcome outcome = before("""
                    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"Sure?"}}'
                    """);

            assertThat(outcome.action()).isEqualTo(Action.ASK_USER);
            assertThat(outcome.questions())
                    .singleElement()
                    .satisfies(it -> assertThat(it.prompt()).isEqualTo("Sure?"));
            assertThat(outcome.reason()).isEqualTo("Sure?");
        }

        @Test
        void an_updated_input_is_a_modification_and_the_context_beside_it_is_not_lost() {
            HookOutcome outcome = before("""
                    echo '{"systemMessage":"for you","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow",
                      "updatedInput":{"command":"git push --dry-run"},"additionalContext":"made harmless"}}'
                    """);

            assertThat(outcome.data().object("tool_input")).isEqualTo(EventData.of("command", "git push --dry-run"));
            assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
            assertThat(outcome.injections())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("made harmless"));
            assertThat(outcome.messages())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("for you"));
        }

        @Test
        void an_updated_input_that_is_asked_about_is_both() {
            HookOutcome outcome = before("""
                    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"Dry run?",
                      "updatedInput":{"command":"git push -n"}}}'
                    """);

            assertThat(outcome.action()).isEqualTo(Action.ASK_USER);
            assertThat(outcome.data().object("tool_input")).isEqualTo(EventData.of("command", "git push -n"));
            assertThat(outcome.questions()).hasSize(1);
        }

        @Test
        void allow_approves_nothing_and_plain_text_says_nothing() {
            assertThat(before("""
                            echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'
                            """).action()).isEqualTo(Action.CONTINUE);
            assertThat(before("echo all is well").action()).isEqualTo(Action.CONTINUE);
            assertThat(before("exit 0").action()).isEqualTo(Action.CONTINUE);
        }

        @Test
        void the_hook_is_told_what_its_author_expects() throws Exception {
            try (ForeignStage stage = ForeignStage.claude(
                    directory,
                    "PreToolUse",
                    "cat > \"$CLAUDE_PROJECT_DIR/seen\"; pwd >> \"$CLAUDE_PROJECT_DIR/seen\"")) {
                stage.emit(
                        "tool:pre",
                        "tool_name",
                        "Write",
                        "tool_input",
                        EventData.of("file_path", "src/a.txt", "content", "ü"),
                        "tool_call_id",
                        "c-1",
                        "unknown_field",
                        Map.of("deep", 1));
            }
            String seen = Files.readString(directory.resolve("seen"));
            assertThat(seen)
                    .contains("\"session_id\":\"s-1\"", "\"hook_event_name\":\"PreToolUse\"", "\"tool_name\":\"Write\"")
                    .contains("\"file_path\":\"" + directory.resolve("src/a.txt") + "\"", "\"content\":\"ü\"")
                    .contains("\"tool_use_id\":\"c-1\"", "\"cwd\":\"" + directory + "\"", "\"transcript_path\":\"/")
                    .contains("\"permission_mode\":\"default\"", "\"unknown_field\":{\"deep\":1}")
                    .endsWith(directory + "\n");
        }

        @Test
        void an_input_that_comes_back_unchanged_is_no_modification() {
            try (ForeignStage stage = ForeignStage.claude(directory, "PreToolUse", """
                    jq '{hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"allow",updatedInput:.tool_input}}'
                    """)) {
                HookOutcome outcome = stage.tool("Read", "file_path", "a.txt");

                assertThat(outcome.data().object("tool_input")).isEqualTo(EventData.of("file_path", "a.txt"));
                assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
            }
        }
    }

    @Nested
    class AFailure {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "exit 1",
                    "echo oops >&2; exit 3",
                    "kill -9 $$",
                    "echo '{\"decision\":'",
                    "echo '{} {}'",
                    "echo '{\"decision\":\"deny\"}'",
                    "echo '{\"continue\":\"no\"}'",
                    "echo '{\"hookSpecificOutput\":{\"permissionDecision\":\"deny\"}}'",
                    "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"Stop\"}}'",
                    "yes | head -c 3000000",
                    "python3 /no/such/script.py",
                    "node /no/such/script.js",
                    "sh /no/such/script.sh",
                    "no-such-program-anywhere"
                })
        void denies_and_is_recorded_as_a_failure(String script) {
            HookOutcome outcome = before(script);

            assertThat(outcome.action()).isEqualTo(Action.DENY);
            assertThat(outcome.reason()).startsWith("Guard claude:settings.json:2 unavailable");
            assertThat(failures(outcome)).hasSize(1);
        }

        @ParameterizedTest
        @ValueSource(strings = {"exit 1", "python3 /no/such/script.py", "echo '{\"decision\":'"})
        void goes_on_where_the_bundle_says_so_and_is_recorded_all_the_same(String script) {
            try (ForeignStage stage = ForeignStage.claude(directory, "PreToolUse", script, "on_failure: continue")) {
                HookOutcome outcome = stage.bash("ls");

                assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
                assertThat(failures(outcome)).hasSize(1);
            }
        }

        @Test
        void after_a_tool_changes_nothing_unless_the_bundle_says_so() {
            assertThat(at("PostToolUse", "exit 1", "tool:post", "tool_name", "Bash", "tool_input", Map.of())
                            .action())
                    .isEqualTo(Action.CONTINUE);
        }

        @Test
        void by_time_denies_and_leaves_no_process() {
            ForeignStage.write(directory.resolve(".claude/settings.json"), """
                    {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "sleep 61.5 & sleep 61.5", "timeout": 0.3}]}]}}
                    """);
            try (ForeignStage stage = ForeignStage.of(directory, "claude", ".claude/settings.json", "")) {
                long begin = System.nanoTime();
                HookOutcome outcome = stage.bash("ls");

                assertThat(outcome.reason()).contains("took longer than 300 ms");
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
                assertThat(ProcessHandle.allProcesses()
                                .filter(it -> it.info().commandLine().orElse("").contains("61.5")))
                        .isEmpty();
            }
        }

        @Test
        void of_one_entry_to_be_read_is_named_with_file_and_line_and_the_others_run() {
            ForeignStage.write(directory.resolve(".claude/settings.json"), """
                    {
                      // comments and a byte order mark do no harm
                      "hooks": {
                        "PreToolUse": [
                          {"matcher": "[", "hooks": [{"type": "command", "command": "true"}]},
                          {"hooks": [{"type": "command"}, 7]},
                          {"hooks": [{"type": "command", "command": "echo stopped >&2; exit 2"}]}
                        ],
                        "WorktreeCreate": [{"hooks": [{"type": "command", "command": "true"}]}],
                      }
                    }
                    """);
            try (ForeignStage stage = ForeignStage.of(directory, "claude", ".claude/settings.json", "")) {
                assertThat(stage.bash("ls").reason()).isEqualTo("stopped");
                assertThat(stage.shown)
                        .extracting(it -> it.text())
                        .anyMatch(it -> it.contains("settings.json:5: ") && it.contains("no regular expression"))
                        .anyMatch(it -> it.contains("settings.json:6: ") && it.contains("no command"))
                        .anyMatch(it -> it.contains("settings.json:6: ") && it.contains("no object"))
                        .anyMatch(it -> it.contains("WorktreeCreate of Claude Code cannot be mapped"));
            }
        }
    }

    @Nested
    class OtherEvents {

        @Test
        void text_after_a_prompt_and_at_the_start_is_context() {
            assertThat(at("UserPromptSubmit", "echo remember this", "prompt:submit", "prompt", "hi")
                            .injections())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("remember this"));
            assertThat(at("SessionStart", "jq -r .source", "session:start").injections())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("startup"));
            assertThat(at("SessionStart", "jq -r .source", "session:resume").injections())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("resume"));
        }

        @Test
        void a_prompt_is_blocked() {
            HookOutcome outcome = at(
                    "UserPromptSubmit",
                    "jq '{decision: \"block\", reason: (\"no \" + .prompt)}'",
                    "prompt:submit",
                    "prompt",
                    "secrets");

            assertThat(outcome.action()).isEqualTo(Action.DENY);
            assertThat(outcome.reason()).isEqualTo("no secrets");
        }

        @Test
        void what_comes_after_a_tool_is_told_to_the_model() {
            Object[] data = {
                "tool_name",
                "Bash",
                "tool_input",
                Map.of("command", "ls"),
                "tool_result",
                Map.of("success", true, "output", "a.txt")
            };
            assertThat(at("PostToolUse", "jq -r .tool_response.stdout >&2; exit 2", "tool:post", data)
                            .injections())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("a.txt"));
            HookOutcome blocked =
                    at("PostToolUse", "echo '{\"decision\":\"block\",\"reason\":\"mend it\"}'", "tool:post", data);
            assertThat(blocked.action()).isEqualTo(Action.INJECT_CONTEXT);
            assertThat(blocked.injections())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("mend it"));
            assertThat(at("PostToolUseFailure", "exit 2", "tool:post", data).runs())
                    .extracting(HandlerRun::failure)
                    .containsOnlyNulls();
        }

        @Test
        void an_output_can_be_replaced() {
            HookOutcome outcome = at(
                    "PostToolUse",
                    "echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PostToolUse\",\"updatedToolOutput\":\"[cut]\"}}'",
                    "tool:post",
                    "tool_name",
                    "Bash",
                    "tool_input",
                    Map.of(),
                    "tool_result",
                    Map.of("success", true, "output", "secret"));

            assertThat(outcome.data().object("tool_result"))
                    .isEqualTo(EventData.of("success", true, "output", "[cut]"));
        }

        @Test
        void a_long_context_is_told_as_far_as_a_session_takes_it() {
            HookOutcome outcome = at("SessionStart", "python3 -c 'print(\"é\" * 20000)'", "session:start");

            String text = outcome.injections().getFirst().text();
            assertThat(text).startsWith("ééé").endsWith("é\n[15000 more characters are left out]");
            assertThat(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)).hasSizeLessThan(10_240);
        }

        @Test
        void an_output_can_be_replaced_and_the_model_told_beside() {
            for (String more : List.of("", "\"decision\":\"block\",\"reason\":\"no keys\",")) {
                HookOutcome outcome = at(
                        "PostToolUse",
                        "echo '{" + more + "\"hookSpecificOutput\":{\"hookEventName\":\"PostToolUse\","
                                + "\"updatedToolOutput\":\"[cut]\",\"additionalContext\":\"it was cut\"}}'",
                        "tool:post",
                        "tool_name",
                        "Bash",
                        "tool_input",
                        Map.of(),
                        "tool_result",
                        Map.of("success", true, "output", "secret"));

                assertThat(outcome.data().object("tool_result"))
                        .isEqualTo(EventData.of("success", true, "output", "[cut]"));
                assertThat(outcome.injections())
                        .singleElement()
                        .satisfies(it ->
                                assertThat(it.text()).isEqualTo((more.isEmpty() ? "" : "no keys\n\n") + "it was cut"));
            }
        }

        @Test
        void a_stop_hook_sends_the_agent_on_and_is_told_that_it_did() {
            try (ForeignStage stage = ForeignStage.claude(
                    directory,
                    "Stop",
                    "jq 'if .stop_hook_active then {} else {decision: \"block\", reason: \"tests first\"} end'")) {
                assertThat(stage.emit("execution:complete", "response", "done").reason())
                        .isEqualTo("tests first");
                assertThat(stage.emit("execution:complete", "response", "done").action())
                        .isEqualTo(Action.CONTINUE);
                stage.emit("prompt:submit", "prompt", "next");
                assertThat(stage.emit("execution:complete", "response", "done").action())
                        .isEqualTo(Action.DENY);
            }
        }

        @Test
        void stopping_altogether_ends_the_turn() {
            try (ForeignStage stage = ForeignStage.claude(
                    directory, "PostToolUse", "echo '{\"continue\":false,\"stopReason\":\"enough\"}'")) {
                assertThat(stage.emit("provider:request").action()).isEqualTo(Action.CONTINUE);
                assertThat(stage.emit("tool:post", "tool_name", "Bash", "tool_input", Map.of())
                                .reason())
                        .isEqualTo("enough");
                assertThat(stage.emit("provider:request").reason()).isEqualTo("enough");
                stage.emit("prompt:submit", "prompt", "next");
                assertThat(stage.emit("provider:request").action()).isEqualTo(Action.CONTINUE);
            }
        }

        @Test
        void stopping_altogether_is_more_than_to_block_also_without_a_reason_of_its_own() {
            try (ForeignStage stage = ForeignStage.claude(
                    directory, "PostToolUse", "echo '{\"continue\":false}'; echo enough >&2; exit 2")) {
                assertThat(stage.emit("tool:post", "tool_name", "Bash", "tool_input", Map.of())
                                .reason())
                        .isEqualTo("enough");
                assertThat(stage.emit("provider:request").reason()).isEqualTo("enough");
            }
        }
    }

    @Nested
    class Files_ {

        @Test
        void of_a_plug_in_find_its_root() {
            ForeignStage.write(
                    directory.resolve("plug in/scripts/check.sh"), "echo \"${CLAUDE_PLUGIN_ROOT}\" >&2; exit 2\n");
            ForeignStage.write(directory.resolve("plug in/hooks/hooks.json"), """
                    {"description": "x", "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
                      {"type": "command", "command": "bash \\"${CLAUDE_PLUGIN_ROOT}/scripts/check.sh\\""}]}]}}
                    """);
            try (ForeignStage stage = ForeignStage.of(directory, "claude", "\"plug in/hooks/hooks.json\"", "")) {
                assertThat(stage.bash("ls").reason())
                        .isEqualTo(directory.resolve("plug in").toString());
            }
        }

        @Test
        void that_name_the_same_hook_run_it_once() throws Exception {
            String settings = """
                    {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "echo x >> seen"}]}]}}
                    """;
            ForeignStage.write(directory.resolve(".claude/settings.json"), settings);
            ForeignStage.write(directory.resolve(".claude/settings.local.json"), settings);
            try (ForeignStage stage =
                    ForeignStage.of(directory, "claude", ".claude/settings.json, .claude/settings.local.json", "")) {
                stage.bash("ls");
            }
            assertThat(directory.resolve("seen")).hasContent("x");
        }

        @Test
        void run_their_hooks_at_the_same_time() {
            ForeignStage.write(directory.resolve(".claude/settings.json"), """
                    {"hooks": {"PreToolUse": [{"hooks": [
                      {"type": "command", "command": "touch a; for i in $(seq 50); do [ -e b ] && exit 0; sleep 0.1; done; exit 9"},
                      {"type": "command", "command": "touch b; for i in $(seq 50); do [ -e a ] && exit 0; sleep 0.1; done; exit 9"}]}]}}
                    """);
            try (ForeignStage stage = ForeignStage.of(directory, "claude", ".claude/settings.json", "")) {
                assertThat(stage.bash("ls").action()).isEqualTo(Action.CONTINUE);
            }
        }

        @Test
        void that_are_switched_off_mount_nothing() {
            ForeignStage.write(directory.resolve("off.json"), "{\"disableAllHooks\": true, \"hooks\": {}}");
            try (ForeignStage stage = ForeignStage.with(directory, """
                    bundle: {name: test, version: 1.0.0}
                    hooks: [{module: foreign-hooks, config: {files: off.json}}]
                    """)) {
                assertThat(stage.shown).anyMatch(it -> it.text().contains("disableAllHooks is on"));
            }
        }
    }

    @Nested
    class AMatcher {

        private boolean matches(String matcher, String tool) {
            ForeignStage.write(directory.resolve(".claude/settings.json"), """
                    {"hooks": {"PreToolUse": [{"matcher": "%s", "hooks": [{"type": "command", "command": "exit 2"}]}]}}
                    """.formatted(matcher));
            try (ForeignStage stage = ForeignStage.of(directory, "claude", ".claude/settings.json", "")) {
                return stage.tool(tool, "x", 1).denied();
            }
        }

        @Test
        void of_plain_letters_is_a_list_and_anything_else_an_expression() {
            assertThat(matches("Bash", "Bash")).isTrue();
            assertThat(matches("Bash", "BashOutput")).isFalse();
            assertThat(matches("Write, Edit", "Edit")).isTrue();
            assertThat(matches("Write|Edit", "MultiEdit")).isFalse();
            assertThat(matches("mcp__.*", "mcp__github__push")).isTrue();
            assertThat(matches(".*Edit", "MultiEdit")).isTrue();
            assertThat(matches("*", "Anything")).isTrue();
            assertThat(matches("", "Anything")).isTrue();
            assertThat(matches("Task", "Task")).isTrue();
            assertThat(matches("Agent", "Task")).isTrue();
        }
    }

    @Nested
    class ACondition {

        private boolean runs(String rule, String tool, String key, String value) {
            return IfRule.of(rule).matches(tool, Map.of(key, value));
        }

        @Test
        void over_a_command_looks_at_each_simple_command() {
            assertThat(runs("Bash(git push *)", "Bash", "command", "git push origin main"))
                    .isTrue();
            assertThat(runs("Bash(git push:*)", "Bash", "command", "git push")).isTrue();
            assertThat(runs("Bash(git push *)", "Bash", "command", "git pushy")).isFalse();
            assertThat(runs("Bash(git push *)", "Bash", "command", "ls && A=1 git push x"))
                    .isTrue();
            assertThat(runs("Bash(rm *)", "Bash", "command", "echo $(rm -rf x)"))
                    .isTrue();
            assertThat(runs("Bash(rm *)", "Bash", "command", "echo 'rm -rf x'")).isFalse();
            assertThat(runs("Bash(git push *)", "Bash", "command", "$X push")).isTrue();
            assertThat(runs("Bash(rm *)", "Bash", "command", "echo 'unclosed")).isTrue();
            assertThat(runs("Bash(rm *)", "Read", "command", "rm x")).isFalse();
            assertThat(runs("Bash(git push *)", "Bash", "command", "(cd x && git push)"))
                    .isTrue();
            assertThat(runs("Bash(git push *)", "Bash", "command", "{ git push; } 2>/dev/null"))
                    .isTrue();
            assertThat(runs("Bash(git push *)", "Bash", "command", "if make; then git push; fi"))
                    .isTrue();
            assertThat(runs("Bash(git push *)", "Bash", "command", "while ! A=1 git push; do sleep 1; done"))
                    .isTrue();
            assertThat(runs("Bash(git push *)", "Bash", "command", "timer git push"))
                    .isFalse();
        }

        @Test
        void over_a_command_may_mean_words_and_brackets_of_the_shell_themselves() {
            assertThat(runs("Bash(time *)", "Bash", "command", "time make")).isTrue();
            assertThat(runs("Bash(make *)", "Bash", "command", "time make")).isTrue();
            assertThat(runs("Bash(! *)", "Bash", "command", "ls; ! grep x y")).isTrue();
            assertThat(runs("Bash(xargs -I{} rm {})", "Bash", "command", "ls | A=1 xargs -I{} rm {}"))
                    .isTrue();
            assertThat(runs("Bash(git push *)", "Bash", "command", "A=\"b \\\" c\" B=d\\ e git push"))
                    .isTrue();
        }

        @ParameterizedTest
        @ValueSource(strings = {" ", "(", ")", " }", "! ", "if ", "x", "A=1 ", "''", "\"\"", "' '", "\\\"", "\\ ", ";"})
        @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
        void over_a_command_of_a_megabyte_is_judged_at_once(String part) {
            String many = part.repeat(1_000_000 / part.length());

            assertThat(runs("Bash(rm *)", "Bash", "command", "ls" + many + "x; rm y"))
                    .isTrue();
            assertThat(runs("Bash(rm *)", "Bash", "command", many + "ls " + many))
                    .isFalse();
            assertThat(runs("Bash(rm *)", "Bash", "command", "A=" + many + "x")).isFalse();
        }

        @Test
        void over_a_file_is_a_path_with_stars() {
            assertThat(runs("Edit(*.ts)", "Edit", "file_path", "/p/src/a.ts")).isTrue();
            assertThat(runs("Edit(*.ts)", "Write", "file_path", "/p/src/a.ts")).isTrue();
            assertThat(runs("Edit(src/**)", "Edit", "file_path", "/p/src/x/a.js"))
                    .isTrue();
            assertThat(runs("Edit(src/**)", "Edit", "file_path", "/p/test/a.js"))
                    .isFalse();
            assertThat(runs("Read(//etc/**)", "Read", "file_path", "/etc/passwd"))
                    .isTrue();
        }
    }
}
