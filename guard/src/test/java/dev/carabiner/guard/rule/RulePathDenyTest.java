package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static dev.carabiner.guard.rule.RuleWorld.open;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths are compared by canonical components after resolving links: what a rule that denies finds. */
class RulePathDenyTest extends RuleFiles {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "secrets", "secrets/", "secrets/key", "secrets/new/x", "./secrets/key", "src/../secrets/key",
                        "src/new/../../secrets/key", "SECRETS/KEY",
                "Secrets/key", "secrets//key", "secrets/./key", "missing/../secrets/key", "secrets\0",
                        "secrets/key\0.txt", "se\u200bcrets/key", "secrets./key",
                "secrets /key", " secrets/key ", "'secrets/key'", "\"secrets\"/key", "secrets\\key", ".\\secrets\\key",
                        "src\\..\\secrets\\key", "%73ecrets/key",
                "secrets%2fkey", "src/%2e%2e/secrets/key", "%2573ecrets/key", "secrets/key::$DATA", "secrets:x",
                        "\uff53ecrets/key", "secret?/key", "s*/key",
                "sec[r]ets/key", "**/key", "secrets/../secrets/key", "src/../src/../SECRETS", "\u017fecrets/key",
                        "secrets/key\n"
            })
    void finds_the_directory_under_any_spelling(String path) {
        assertThat(open(denying(base.resolve("secrets")), path)).isEqualTo(DENIED);
    }

    @Test
    void finds_it_by_its_absolute_path_too() {
        ApprovalRules rules = denying(base.resolve("secrets"));

        assertThat(open(rules, base + "/secrets/key")).isEqualTo(DENIED);
        assertThat(open(rules, "file://" + base + "/secrets/key")).isEqualTo(DENIED);
        assertThat(open(rules, "//" + base + "/secrets/key")).isEqualTo(DENIED);
        assertThat(open(rules, "/proc/self/root" + base + "/secrets/key")).isEqualTo(DENIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"~/.secrets/key", "$HOME/.secrets/key", "${HOME}/.secrets", "'~/.secrets/key'"})
    void finds_it_in_what_the_shell_and_what_the_system_takes_for_the_home_directory(String path) {
        for (String home : List.of(System.getenv("HOME"), System.getProperty("user.home"))) {
            assertThat(open(denying(Path.of(home, ".secrets")), path)).as(home).isEqualTo(DENIED);
        }
    }

    @Test
    void follows_links() throws IOException {
        Files.createSymbolicLink(base.resolve("src/s"), base.resolve("secrets"));
        Files.createSymbolicLink(base.resolve("src/k"), Path.of("../secrets/key"));
        Files.createSymbolicLink(base.resolve("src/future"), base.resolve("secrets/future"));
        Files.createSymbolicLink(base.resolve("alias"), base);
        ApprovalRules rules = denying(base.resolve("secrets"));

        for (String path :
                List.of("src/s", "src/s/key", "src/k", "src/future", "alias/secrets/key", "alias/alias/src/s/new")) {
            assertThat(open(rules, path)).as(path).isEqualTo(DENIED);
        }
    }

    @Test
    void follows_a_link_behind_more_dots_than_the_system_takes() throws IOException {
        Files.createSymbolicLink(base.resolve("src/s"), base.resolve("secrets"));

        assertThat(open(denying(base.resolve("secrets")), "./".repeat(100_000) + "src/s/key"))
                .isEqualTo(DENIED);
        assertThat(open(denying(base.resolve("secrets")), "a/../".repeat(100_000) + "secrets/key"))
                .isEqualTo(DENIED);
    }

    @Test
    void applies_to_a_link_that_the_rule_names() throws IOException {
        Files.createSymbolicLink(base.resolve("link"), base.resolve("secrets"));
        ApprovalRules rules = denying(base.resolve("link"));

        assertThat(open(rules, "link/key")).isEqualTo(DENIED);
        assertThat(open(rules, "secrets/key")).isEqualTo(DENIED);
    }

    @Test
    void finds_a_second_name_of_the_file() throws IOException {
        Files.createLink(base.resolve("src/second"), base.resolve("secrets/key"));
        ApprovalRules rules = RuleWorld.rules(
                base,
                ApprovalRule.deny(
                        "deny",
                        "*",
                        "write",
                        InputPattern.file(
                                "file_path", base.resolve("secrets/key").toString())));

        assertThat(open(rules, "src/second")).isEqualTo(DENIED);
        assertThat(open(rules, "secrets/key/")).isEqualTo(DENIED);
        assertThat(open(rules, "secrets/other")).isEqualTo(NONE);
    }

    @Test
    void knows_no_second_unicode_form() {
        String composed = "caf\u00e9";
        String decomposed = Normalizer.normalize(composed, Normalizer.Form.NFD);

        assertThat(open(denying(base.resolve(composed)), decomposed + "/x")).isEqualTo(DENIED);
        assertThat(open(denying(base.resolve(decomposed)), composed + "/x")).isEqualTo(DENIED);
        assertThat(open(denying(base.resolve("stra\u00dfe")), "STRASSE/x")).isEqualTo(DENIED);
    }

    @Test
    void judges_by_the_text_what_cannot_be_resolved() throws IOException {
        Files.createSymbolicLink(base.resolve("secrets/loop"), Path.of("loop"));
        ApprovalRules rules = denying(base.resolve("secrets"));

        assertThat(open(rules, "secrets/loop/x")).isEqualTo(DENIED);
        assertThat(open(rules, "secrets/" + "x".repeat(10_000))).isEqualTo(DENIED);
        assertThat(open(rules, "src/a.txt/../../secrets/key")).isEqualTo(DENIED);
        assertThat(open(rules, "secrets/\ud800")).isEqualTo(DENIED);
    }

    @Test
    void looks_into_lists_and_objects() {
        ApprovalRules rules = denying(base.resolve("secrets"));

        for (Object value : List.of(List.of("src", "secrets/key"), EventData.of("a", List.of("secrets")))) {
            assertThat(rules.decide("guard", "write", EventData.of("file_path", value), NOW))
                    .isEqualTo(DENIED);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/a.txt",
                ".",
                "secret",
                "secretsx",
                "secrets2/key",
                "src/secrets",
                "key",
                "secrets/../src",
                "",
                "se/crets"
            })
    void leaves_other_paths_alone(String path) {
        assertThat(open(denying(base.resolve("secrets")), path)).isEqualTo(NONE);
    }

    @Test
    void beats_an_allow_for_the_same_file() {
        ApprovalRules rules = allowing(InputPattern.directory("file_path", base.toString()));
        rules.add(ApprovalRule.deny(
                "deny",
                "*",
                "*",
                InputPattern.directory("file_path", base.resolve("secrets").toString())));

        assertThat(open(rules, "src/a.txt")).isEqualTo(ALLOWED);
        assertThat(open(rules, "secrets/key")).isEqualTo(DENIED);
    }

    @Test
    void takes_no_longer_than_the_paths_length() {
        for (String piece : List.of("a/", "../", "./", "*/", "%2e/", "\u00e9/", "~")) {
            long start = System.nanoTime();
            open(denying(base.resolve("secrets")), piece.repeat(60_000));
            assertThat(System.nanoTime() - start).as(piece).isLessThan(20_000_000_000L);
        }
    }
}
