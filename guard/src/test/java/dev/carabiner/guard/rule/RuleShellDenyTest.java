package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.allowShell;
import static dev.carabiner.guard.rule.RuleWorld.denies;
import static dev.carabiner.guard.rule.RuleWorld.denyShell;
import static dev.carabiner.guard.rule.RuleWorld.rules;
import static dev.carabiner.guard.rule.RuleWorld.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.StandingAnswers.Ruling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All denies are considered before any allow, and no limit turns one into less. */
class RuleShellDenyTest {

    @Nested
    class Threat5 {

        @Test
        void a_deny_beats_an_allow_whichever_came_first() {
            ApprovalRule allow = allowShell("git push *");
            ApprovalRule deny = denyShell("git push --force *");

            for (ApprovalRules rules : List.of(rules(Path.of("."), allow, deny), rules(Path.of("."), deny, allow))) {
                assertThat(run(rules, "git push origin")).isEqualTo(new Ruling.Allowed("allow"));
                assertThat(run(rules, "git push --force origin")).isEqualTo(new Ruling.Denied("deny"));
                assertThat(run(rules, "git push origin --force")).isEqualTo(new Ruling.Denied("deny"));
            }
        }

        @Test
        void neither_length_nor_number_of_commands_hides_anything() {
            assertThat(denies("rm *", "true; ".repeat(100_000) + "rm x")).isTrue();
            assertThat(denies("rm *", "echo " + "x".repeat(1_000_000) + "; rm x"))
                    .isTrue();
            assertThat(denies("rm *", "(".repeat(100_000) + "rm x" + ")".repeat(100_000)))
                    .isTrue();
            assertThat(denies("rm *", "$(".repeat(100_000) + "rm x" + ")".repeat(100_000)))
                    .isTrue();
            assertThat(denies("rm *", "\"'".repeat(100_000) + "rm x")).isTrue();
        }

        @Test
        void a_hostile_line_takes_no_longer_than_its_length() {
            for (String piece : List.of("git ", "$(", "`", "\\x", "${", "'\"", "*[", "git $x ", "; git", "%25")) {
                String line = piece.repeat(300_000 / piece.length()) + " pushy";
                Assertions.assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> denies("git push a b c *", line), piece);
            }
        }
    }

    @Nested
    class OtherCommandsAreLeftAlone {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "ls", "echo rm", "echo 'rm -rf x'", "grep rm x", "grep -r 'rm x' . | wc -l", "cat rm.txt",
                            "git rm x", "git commit -m 'rm x'",
                    "ls; echo rm", "mkdir form && ls form", "docker run --rm x", "rmdir x", "npm run lint", "charm x",
                            "which rm", "ls -arm",
                    "echo a; echo b | grep rm", "git log --grep='$(rm x)'", "", ";", "npm test | cat"
                })
        void though_they_mention_it(String line) {
            assertThat(denies("rm *", line)).isFalse();
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "git log",
                    "git commit -m push",
                    "git status; echo push",
                    "git log && npm run push",
                    "git commit -m \"$(cat x)\"",
                    "npm push",
                    "git log --grep=$x",
                    "git stash push",
                    "unknown git log push"
                })
        void though_they_are_of_the_same_program(String line) {
            assertThat(denies("git push *", line)).isFalse();
        }
    }
}
