package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApprovalRuleTest {

    @Nested
    class Making {

        @Test
        void names_the_rule_what_was_expected_and_what_came() {
            assertThatThrownBy(() -> ApprovalRule.allow("r-1", "file_*", "bash", InputPattern.any()))
                    .isInstanceOf(InvalidRuleException.class)
                    .hasMessageContaining("\"r-1\"")
                    .hasMessageContaining("exact name")
                    .hasMessageContaining("file_*");
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "-x", "a b", "a\tb", "ü", "a\nb", "..", "a/b"})
        void refuses_an_id_that_could_be_read_as_something_else(String id) {
            assertThatThrownBy(() -> ApprovalRule.deny(id, "*", "*", InputPattern.any()))
                    .isInstanceOf(InvalidRuleException.class);
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "a*", "**", "a\nb", "\ud800"})
        void refuses_a_name_that_is_not_exact(String name) {
            assertThatThrownBy(() -> ApprovalRule.deny("r", name, "*", InputPattern.any()))
                    .isInstanceOf(InvalidRuleException.class);
            assertThatThrownBy(() -> ApprovalRule.deny("r", "*", name, InputPattern.any()))
                    .isInstanceOf(InvalidRuleException.class);
        }

        @Test
        void refuses_to_allow_everything() {
            assertThatThrownBy(() -> ApprovalRule.allow("r", "*", "*", InputPattern.any()))
                    .hasMessageContaining("allow everything");
            assertThat(ApprovalRule.deny("r", "*", "*", InputPattern.any())).isNotNull();
        }

        @Test
        void refuses_to_allow_the_whole_file_system() {
            assertThatThrownBy(() -> ApprovalRule.allow("r", "*", "read", InputPattern.directory("path", "/")))
                    .hasMessageContaining("every path");
        }

        @Test
        void refuses_a_negative_number_of_uses() {
            ApprovalRule rule = ApprovalRule.allow("r", "*", "bash", InputPattern.any());

            assertThatThrownBy(() -> rule.uses(-1)).hasMessageContaining("-1");
        }
    }

    @Nested
    class Holding {

        private final ApprovalRule rule = ApprovalRule.allow("r", "*", "bash", InputPattern.any());

        @Test
        void ends_at_the_instant_of_expiry() {
            assertThat(rule.until(NOW.plusNanos(1)).holdsAt(NOW)).isTrue();
            assertThat(rule.until(NOW).holdsAt(NOW)).isFalse();
        }

        @Test
        void ends_with_the_last_use() {
            assertThat(rule.uses(1).holdsAt(NOW)).isTrue();
            assertThat(rule.uses(0).holdsAt(NOW)).isFalse();
        }
    }

    @Nested
    class ShellPatterns {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    " ",
                    "*",
                    " *",
                    "git*",
                    "git * log",
                    "* log",
                    "git log **",
                    "git log *x",
                    "git log* *",
                    "git *log",
                    "git log; rm",
                    "git log && rm *",
                    "git log | cat",
                    "git $(id)",
                    "git `id`",
                    "git\nlog",
                    "git\tlog",
                    "git log > x",
                    "A=b git log",
                    "git 'log",
                    "git \"log",
                    "git l\\og",
                    "~/git log",
                    "git {a,b}",
                    "git # x",
                    "(git log)",
                    "''",
                    "'' log",
                    "gït log",
                    "git log\u00a0x",
                    "git\u200blog",
                    "!git",
                    "git <x",
                    "=git"
                })
        void are_the_words_of_one_simple_command(String pattern) {
            assertThatThrownBy(() -> RuleWorld.denyShell(pattern))
                    .isInstanceOf(InvalidRuleException.class)
                    .hasMessageContaining("\"deny\"")
                    .hasMessageContaining("shell pattern");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"git log", "git log *", "git commit -m 'a b' *", "./gradlew test", "echo '*'", "make a=b"})
        void may_say_which_words_follow(String pattern) {
            assertThat(RuleWorld.allowShell(pattern)).isNotNull();
        }
    }

    @Nested
    class PathPatterns {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "", "src", "./src", "~/src", "/a/../b", "/a/./b", "/a/", "/a//b", "/a/b/..", "/a\0b", "\ud800"
                })
        void are_absolute_and_normal(String path) {
            assertThatThrownBy(() -> ApprovalRule.deny("r", "*", "write", InputPattern.directory("file_path", path)))
                    .isInstanceOf(InvalidRuleException.class);
            assertThatThrownBy(() -> ApprovalRule.allow("r", "*", "write", InputPattern.file("file_path", path)))
                    .isInstanceOf(InvalidRuleException.class);
        }
    }
}
