package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static dev.carabiner.guard.rule.RuleWorld.allowShell;
import static dev.carabiner.guard.rule.RuleWorld.allows;
import static dev.carabiner.guard.rule.RuleWorld.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.line.ShellReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleShellAllowTest {

    /** What cannot be parsed is never allowed. */
    @Nested
    class Threat1 {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "git log 'x",
                    "git log \"x",
                    "git log \"x'",
                    "git log x\"'\"'",
                    "git log $IFS",
                    "git log$IFS",
                    "git${IFS}log",
                    "git log ${x@P}",
                    "git log $x",
                    "git log \"$x\"",
                    "git log \"${x}\"",
                    "git log $'x'",
                    "git log $\"x\"",
                    "git log $((1))",
                    "git log $[1]",
                    "git log \"$(id)\"",
                    "git log \"`id`\"",
                    "git log $@",
                    "git log $",
                    "git log \"a$\"",
                    "git log << EOF",
                    "git log <<EOF\nx\nEOF",
                    "git log <<< x",
                    "git log <(id)",
                    "git log >(id)",
                    "git log *",
                    "git log a*",
                    "git log ?",
                    "git log [a]",
                    "git log {a,b}",
                    "git log {1..3}",
                    "git log HEAD@{1}",
                    "git log ~",
                    "git log ~root",
                    "git log a=~",
                    "git log --x=~/y",
                    "git log a:~",
                    "git log \\x",
                    "git log \\",
                    "git log a\\ b",
                    "git l\\og",
                    "git \\\nlog",
                    "git log # x",
                    "git log #",
                    "git log a#b",
                    "git log !x",
                    "git log !!",
                    "git log ^x!",
                    "git log \"a!b\"",
                    "git log \"a\\\"b\"",
                    "git log =ls",
                    "git log (x)",
                    "(git log)",
                    "{ git log; }",
                    "git log\r",
                    "git log\rrm",
                    "git log\u0000",
                    "git log\u0007",
                    "git log\u007f",
                    "git log\tx",
                    "git log\u000bx",
                    "git log\u00a0x",
                    "git log \u202ex",
                    "git log \u200bx",
                    "git log\u2028rm",
                    "git log \uff1b rm",
                    "git log\u3000x",
                    "git log \u037e rm",
                    "git log é",
                    "git log '\u0001'",
                    "git log '\n'",
                    "git log 'a\nb'",
                    "git log \ud800",
                    "\ufeffgit log",
                    "gi\u0442 log",
                    "git\u2003log",
                    "if git log",
                    "! git log",
                    "A=b git log",
                    "A+=b git log",
                    "A= git log",
                    "PATH=. git log",
                    "LD_PRELOAD=./x git log",
                    "[[ git log",
                    "git log )",
                    "git log }",
                    "git log ]"
                })
        void is_not_allowed(String line) {
            assertThat(allows("git log *", line)).isFalse();
        }

        @Test
        void holds_for_a_line_longer_than_anybody_reads() {
            assertThat(allows("git log *", "git log " + "x".repeat(10_000))).isFalse();
            assertThat(allows("git log *", "git log " + "x ".repeat(1_000_000))).isFalse();
        }

        @Test
        void holds_for_an_empty_line() {
            assertThat(allows("git log *", "")).isFalse();
            assertThat(allows("git log *", "   ")).isFalse();
            assertThat(allows("git log *", "''")).isFalse();
        }
    }

    /** Whole words of one simple command. */
    @Nested
    class Threat2 {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "git log",
                    " git log ",
                    "git  log",
                    "git log -3",
                    "git log --format=%h HEAD~3",
                    "'git' log",
                    "git \"log\"",
                    "git 'lo'g -n 3",
                    "git log -- src/a.c",
                    "git log --author='A. Nobody'",
                    "git log ''",
                    "git log a=b"
                })
        void are_covered(String line) {
            assertThat(allows("git log *", line)).isTrue();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "git logout",
                    "git log-x",
                    "gitlog",
                    "git",
                    "log",
                    "git  'log '",
                    "git 'log x'",
                    "'git log'",
                    "GIT log",
                    "git Log",
                    "git -p log",
                    "x git log",
                    "./git log",
                    "/usr/bin/git log",
                    "git/log",
                    "git lo",
                    "git '' log",
                    "git status"
                })
        void are_compared_as_words(String line) {
            assertThat(allows("git log *", line)).isFalse();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "git log; rm x", "git log;rm x", "git log && rm x", "git log&&rm", "git log || rm x",
                            "git log | sh", "git log |& sh",
                    "git log & rm", "git log &", "git log\nrm x", "git log\r\nrm x", "git log;", "; git log",
                            "git log $(rm x)",
                    "git log `rm x`", "git log && git log", "git log ; git log", "git log;;", "git log 2>&1",
                            "git log&", "git log|",
                    "git log\n", "\ngit log", "git log && sudo git log"
                })
        void are_of_one_command_only(String line) {
            assertThat(allows("git log *", line)).isFalse();
        }

        @Test
        void hold_no_option_that_nothing_is_known_of_unless_the_rule_names_it() {
            assertThat(allows("git log *", "git log --frob")).isFalse();
            assertThat(allows("cat *", "cat --frob=1 a.txt")).isFalse();
            assertThat(allows("cat --frob *", "cat --frob a.txt")).isTrue();
            assertThat(allows("git log --frob", "git log --frob")).isTrue();
            assertThat(allows("npm run build *", "npm run build --frob")).isTrue();
        }

        @Test
        void without_a_star_are_all_there_may_be() {
            assertThat(allows("git log", "git log")).isTrue();
            assertThat(allows("git log", "git log -3")).isFalse();
            assertThat(allows("git log", "git log ''")).isFalse();
            assertThat(allows("git log -3", "git log")).isFalse();
        }

        @Test
        void may_hold_anything_between_single_quotes() {
            assertThat(allows("git log *", "git log --grep='; rm -rf $(x) `y` > z \\ # !'"))
                    .isTrue();
            assertThat(ShellReader.plainWords("a 'b;c'\"d e\"f ''")).containsExactly("a", "b;cd ef", "");
        }
    }

    /** What was analysed is what is executed. */
    @Nested
    class Threat4 {

        private final ApprovalRules rules = rules(Path.of("."), allowShell("git log *"));

        private Ruling decide(Object... more) {
            return rules.decide("guard", "bash", EventData.of("command", "git log", more), NOW);
        }

        @Test
        void only_text_is_a_command() {
            for (Object other :
                    List.of(List.of("git", "log"), List.of("git log"), EventData.of("a", "git log"), 1, true)) {
                EventData input = EventData.of("command", other);
                assertThat(rules.decide("guard", "bash", input, NOW)).isEqualTo(new Ruling.None());
            }
            assertThat(rules.decide("guard", "bash", EventData.empty(), NOW)).isEqualTo(new Ruling.None());
        }

        @Test
        void a_description_or_timeout_beside_it_changes_nothing() {
            assertThat(decide("description", "Show history", "timeout", 5, "cwd", null))
                    .isEqualTo(new Ruling.Allowed("allow"));
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "cwd",
                    "env",
                    "args",
                    "shell",
                    "stdin",
                    "workdir",
                    "user",
                    "dangerouslyDisableSandbox",
                    "Command",
                    "Timeout"
                })
        void anything_else_beside_it_might_change_what_is_run(String field) {
            assertThat(decide(field, "x")).isEqualTo(new Ruling.None());
            assertThat(decide(field, true)).isEqualTo(new Ruling.None());
            assertThat(decide("timeout", List.of("x"))).isEqualTo(new Ruling.None());
        }

        @Test
        void another_tool_or_hook_is_another_matter() {
            ApprovalRules named = rules(
                    Path.of("."), ApprovalRule.allow("r", "guard", "bash", InputPattern.shell("command", "git log *")));
            EventData input = EventData.of("command", "git log");

            assertThat(named.decide("guard", "bash", input, NOW)).isEqualTo(new Ruling.Allowed("r"));
            assertThat(named.decide("Guard", "bash", input, NOW)).isEqualTo(new Ruling.None());
            assertThat(named.decide("guard", "Bash", input, NOW)).isEqualTo(new Ruling.None());
            assertThat(named.decide("guard", "", input, NOW)).isEqualTo(new Ruling.None());
        }
    }
}
