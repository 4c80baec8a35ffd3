package dev.carabiner.bridge.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What scripts of other agents write unexpectedly, and what they are given that they do not expect. */
@Timeout(120)
class NastyHooksTest {

    private static final String DENIES =
            "{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"deny\","
                    + "\"permissionDecisionReason\":\"no\"}}";

    @TempDir
    private Path given;

    private Path directory;

    @BeforeEach
    void realPath() throws Exception {
        directory = given.toRealPath();
    }

    private HookOutcome before(String script, String command) {
        try (ForeignStage stage = ForeignStage.claude(directory, "PreToolUse", script)) {
            return stage.bash(command);
        }
    }

    private static boolean failed(HookOutcome outcome) {
        return outcome.runs().stream().anyMatch(run -> Objects.nonNull(run.failure()));
    }

    @Nested
    class AnAnswer {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "printf '\\357\\273\\277'; cat", // a byte order mark before it
                    "printf '\\r\\n  '; sed 's/$/\\r/'", // lines that end as on Windows
                    "cat; exec >&-; sleep 0.2", // an end that comes later than the answer
                    "cat; echo trouble >&2; exit 1", // JSON counts on every exit code
                })
        void is_found_in_what_surrounds_it(String writing) {
            HookOutcome outcome = before("echo '" + DENIES + "' | { " + writing + "; }", "ls");

            assertThat(outcome.reason()).isEqualTo("no");
            assertThat(failed(outcome)).isFalse();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "cat; cat /dev/null; echo '{}'", // two answers
                    "cat; echo and more", // text after it
                    "tr n '\\000'", // NUL
                    "head -c 40", // half of it
                    "sed s/PreToolUse/PostToolUse/", // an answer to another event
                    "sed 's/\"deny\"/[\"deny\"]/'", // a list where a word is expected
                })
        void that_cannot_be_taken_for_sure_has_failed(String writing) {
            HookOutcome outcome = before("echo '" + DENIES + "' | { " + writing + "; }", "ls");

            assertThat(outcome.denied()).isTrue();
            assertThat(failed(outcome)).as(outcome.reason()).isTrue();
        }

        @Test
        void that_is_no_UTF_8_is_read_as_the_agents_read_it() {
            assertThat(before("printf 'n\\377' >&2; exit 2", "ls").reason()).isEqualTo("n\uFFFD");
        }

        @Test
        void may_be_followed_by_an_early_exit_of_a_hook_that_never_reads() {
            HookOutcome outcome = before("exit 0", "x".repeat(1_000_000));

            assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
            assertThat(failed(outcome)).isFalse();
        }
    }

    @Nested
    class APayload {

        @Test
        void of_10_MB_arrives_whole() {
            HookOutcome outcome = before(
                    "python3 -c 'import json,sys; d=json.load(sys.stdin); sys.stderr.write(str(len(d[\"tool_input\"][\"command\"])));"
                            + " sys.exit(2)'",
                    "é".repeat(5_000_000));

            assertThat(outcome.reason()).isEqualTo("5000000");
        }

        @Test
        void keeps_control_characters_and_fields_that_no_table_knows() {
            try (ForeignStage stage = ForeignStage.claude(directory, "PreToolUse", """
                    python3 -c 'import json,sys; d=json.load(sys.stdin); print(repr([d["tool_input"]["command"], d["own"]]),
                    file=sys.stderr); sys.exit(2)'
                    """)) {
                HookOutcome outcome = stage.emit(
                        "tool:pre",
                        "tool_name",
                        "Bash",
                        "tool_input",
                        EventData.of("command", "a\u0000b\r\n\u202e"),
                        "own",
                        EventData.of("deep", 1));

                assertThat(outcome.reason()).isEqualTo("['a\\x00b\\r\\n\\u202e', {'deep': 1}]");
            }
        }
    }

    @Nested
    class AScript {

        @ParameterizedTest
        @CsvSource({
            "PreToolUse, sh missing.sh",
            "PreToolUse, ./missing.sh",
            "PreToolUse, node missing.js",
            "PreToolUse, python3 missing.py",
            "PreToolUse, python3 \"$CLAUDE_PROJECT_DIR\"/missing.py",
            "PreToolUse, node ${CLAUDE_PROJECT_DIR}/missing.mjs",
            "PreToolUse, perl missing.pl",
            "PreToolUse, no-such-program",
            "PreToolUse, bash -c 'if then'",
            "PreToolUse, cd missing && python3 check.py",
            "PreToolUse, echo ${PATH//:/ }",
            "PreToolUse, python3 ${MISSING:?}/check.py",
            "PreToolUse, .claude/settings.json",
            "PreToolUse, cat >> missing/log.txt",
        })
        void that_is_missing_is_a_failure_and_no_judgement(String event, String command) {
            HookOutcome outcome = with("sh", command);

            assertThat(outcome.reason()).startsWith("Guard claude:settings.json:1 unavailable");
            assertThat(failed(outcome)).isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "cd \"$CLAUDE_PROJECT_DIR\" && echo no >&2 && exit 2",
                    "cd missing || { echo no >&2; exit 2; }",
                    "echo \"use run.sh instead\" >&2; exit 2",
                    "grep -q x missing.txt; echo \"look at build.py\" >&2; exit 2",
                    "echo called >> missing/log.txt; echo no >&2; exit 2",
                    "bash check.sh"
                })
        void that_only_speaks_of_others_has_judged(String command) {
            ForeignStage.write(directory.resolve("broken.sh"), "if then\n");
            ForeignStage.write(directory.resolve("check.sh"), "bash -n broken.sh || exit 2\n");
            HookOutcome outcome = with("sh", command);

            assertThat(outcome.denied()).isTrue();
            assertThat(failed(outcome)).as(outcome.reason()).isFalse();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "cd \"$CLAUDE_PROJECT_DIR/policy\" || exit 2",
                    ". ./library.sh || exit 2",
                    "cat < policy.txt || exit 2",
                })
        void that_ends_with_2_where_bash_could_not_read_a_file_has_judged(String command) {
            HookOutcome outcome = with("bash", command);

            assertThat(outcome.reason()).endsWith("No such file or directory");
            assertThat(failed(outcome)).as(outcome.reason()).isFalse();
        }

        private HookOutcome with(String shell, String command) {
            ForeignStage.write(
                    directory.resolve(".claude/settings.json"),
                    "{\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"type\": \"command\", \"shell\": \"" + shell
                            + "\", \"command\": \""
                            + command.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}]}]}}");
            try (ForeignStage stage = ForeignStage.of(directory, "claude", ".claude/settings.json", "")) {
                return stage.bash("ls");
            }
        }
    }
}
