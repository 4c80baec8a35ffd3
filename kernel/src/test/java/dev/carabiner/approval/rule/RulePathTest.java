package dev.carabiner.approval.rule;

import static dev.carabiner.approval.rule.RuleWorld.NOW;
import static dev.carabiner.approval.rule.RuleWorld.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths are compared by canonical components after resolving links, for allow and for deny. */
class RulePathTest {

    private static final RuleDecision NONE = new RuleDecision.None();
    private static final RuleDecision ALLOWED = new RuleDecision.Allowed("allow");
    private static final RuleDecision DENIED = new RuleDecision.Denied("deny");

    @TempDir
    Path temp;

    Path base;
    Path outside;

    @BeforeEach
    void make_files() throws IOException {
        base = Files.createDirectory(temp.toRealPath().resolve("base"));
        outside = Files.createDirectory(temp.toRealPath().resolve("outside"));
        Files.createDirectories(base.resolve("src/deep"));
        Files.createDirectory(base.resolve("secrets"));
        Files.writeString(base.resolve("src/a.txt"), "a");
        Files.writeString(base.resolve("secrets/key"), "k");
        Files.writeString(outside.resolve("x"), "x");
    }

    private ApprovalRules allowing(InputPattern pattern) {
        return RuleWorld.rules(base, ApprovalRule.allow("allow", "*", "write", pattern));
    }

    private ApprovalRules allowingSrc() {
        return allowing(InputPattern.directory("file_path", base.resolve("src").toString()));
    }

    private ApprovalRules denying(Path path) {
        return RuleWorld.rules(
                base, ApprovalRule.deny("deny", "*", "write", InputPattern.directory("file_path", path.toString())));
    }

    @Nested
    class Threat6Allow {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "src/a.txt",
                    "src",
                    "src/",
                    "./src/a.txt",
                    "src/new.txt",
                    "src/new/deep/x.txt",
                    "src/deep/../a.txt",
                    "src//a.txt",
                    "secrets/../src/a.txt",
                    "src/./deep",
                    "src/ü.txt",
                    "src/[slug]/page.tsx",
                    "src/a b.txt",
                    "src/.hidden"
                })
        void covers_what_lies_in_the_directory(String path) {
            assertThat(open(allowingSrc(), path)).isEqualTo(ALLOWED);
            assertThat(open(allowingSrc(), base + "/" + path)).isEqualTo(ALLOWED);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    ".",
                    "..",
                    "/",
                    "secrets/key",
                    "src2/x",
                    "srcx",
                    "src/..",
                    "src/../secrets/key",
                    "src/../../outside/x",
                    "src/new/../../secrets/key",
                    "src/new/../a.txt",
                    "SRC/a.txt",
                    "Src",
                    "src/a.txt\0",
                    "src\0/a.txt",
                    "src/a\nb",
                    "src/\u202ex",
                    "src/a\u200b",
                    "~/src/a.txt",
                    "~root/src",
                    "~",
                    "$HOME/x",
                    "src/$x",
                    "src/${x}",
                    "src/*",
                    "src/?",
                    "src/{a,../b}",
                    "src/%2e%2e/secrets/key",
                    "src\\a.txt",
                    "src\\..\\secrets",
                    " src/a.txt",
                    "src/a.txt ",
                    "src/a.txt.",
                    "src /a.txt",
                    "src./a.txt",
                    "file:src/a.txt",
                    "file:///etc/passwd",
                    "http://x/src",
                    "'src/a.txt'",
                    "src/`x`",
                    "src/a.txt/x",
                    "/proc/self/root/etc/passwd",
                    "/proc/self/cwd/x",
                    "/dev/fd/0",
                    "\ud800",
                    "src/\ue000",
                    "src\u00a0/x",
                    "src/a.txt;x"
                })
        void covers_nothing_else(String path) {
            assertThat(open(allowingSrc(), path)).isEqualTo(NONE);
        }

        @Test
        void is_not_led_out_by_links() throws IOException {
            Files.createSymbolicLink(base.resolve("src/out"), outside);
            Files.createSymbolicLink(base.resolve("src/file"), outside.resolve("x"));
            Files.createSymbolicLink(base.resolve("src/nowhere"), outside.resolve("missing"));
            Files.createSymbolicLink(base.resolve("src/up"), Path.of(".."));
            Files.createSymbolicLink(base.resolve("src/loop"), Path.of("loop"));
            Files.createSymbolicLink(base.resolve("src/chain"), Path.of("out"));

            for (String path : List.of(
                    "src/out",
                    "src/out/x",
                    "src/out/new",
                    "src/file",
                    "src/nowhere",
                    "src/up",
                    "src/up/secrets/key",
                    "src/loop",
                    "src/loop/x",
                    "src/chain/x",
                    "src/up/up",
                    "src/out/../base/secrets/key",
                    "src/deep/../out/x")) {
                assertThat(open(allowingSrc(), path)).as(path).isEqualTo(NONE);
            }
        }

        @Test
        void needs_both_readings_of_two_dots_behind_a_link() throws IOException {
            Files.createDirectories(outside.resolve("d"));
            Files.createSymbolicLink(base.resolve("src/d"), outside.resolve("d"));

            assertThat(open(allowingSrc(), "src/d/../a.txt")).isEqualTo(NONE); // the system opens outside/a.txt
        }

        @Test
        void covers_a_link_that_stays_inside() throws IOException {
            Files.createSymbolicLink(base.resolve("src/inside"), base.resolve("src/deep"));

            assertThat(open(allowingSrc(), "src/inside/x")).isEqualTo(ALLOWED);
        }

        @Test
        void ends_when_its_own_directory_becomes_a_link() throws IOException {
            ApprovalRules rules = allowingSrc();
            Files.move(base.resolve("src"), base.resolve("moved"));
            Files.createSymbolicLink(base.resolve("src"), outside);

            assertThat(open(rules, "src/x")).isEqualTo(NONE);
            assertThat(open(rules, outside + "/x")).isEqualTo(NONE);
        }

        @Test
        void refuses_a_link_as_its_path() throws IOException {
            Files.createSymbolicLink(base.resolve("link"), outside);

            assertThatThrownBy(() -> allowing(InputPattern.directory(
                            "file_path", base.resolve("link").toString())))
                    .isInstanceOf(InvalidRuleException.class)
                    .hasMessageContaining("real path")
                    .hasMessageContaining(outside.toString());
        }

        @Test
        void does_not_cover_a_file_that_has_a_second_name() throws IOException {
            Files.createLink(base.resolve("src/second"), base.resolve("secrets/key"));

            assertThat(open(allowingSrc(), "src/second")).isEqualTo(NONE);
        }

        @Test
        void for_one_file_covers_that_file_only() {
            ApprovalRules rules = allowing(
                    InputPattern.file("file_path", base.resolve("src/a.txt").toString()));

            assertThat(open(rules, "src/a.txt")).isEqualTo(ALLOWED);
            assertThat(open(rules, "src/deep/../a.txt")).isEqualTo(ALLOWED);
            for (String other : List.of("src", "src/a.txt.bak", "src/A.txt", "src/a.txt/x", "a.txt", "src/b.txt")) {
                assertThat(open(rules, other)).as(other).isEqualTo(NONE);
            }
        }

        @Test
        void does_not_cover_a_text_beyond_any_path() {
            assertThat(open(allowingSrc(), "src/" + "x".repeat(5_000))).isEqualTo(NONE);
            assertThat(open(allowingSrc(), "./".repeat(100_000) + "src/a.txt")).isEqualTo(NONE);
        }

        @ParameterizedTest
        @ValueSource(strings = {"cwd", "destination", "targetPath", "base_dir", "other_file", "to", "root", "FROM"})
        void does_not_cover_an_input_with_a_second_place(String field) {
            EventData input = EventData.of("file_path", "src/a.txt", field, "/etc");

            assertThat(allowingSrc().decide("guard", "write", input, NOW)).isEqualTo(NONE);
        }

        @Test
        void covers_an_input_with_content() {
            EventData input = EventData.of("file_path", "src/a.txt", "old_string", "/etc", "content", "x", "cwd", null);

            assertThat(allowingSrc().decide("guard", "write", input, NOW)).isEqualTo(ALLOWED);
        }

        @Test
        void does_not_cover_a_list_of_paths() {
            EventData input = EventData.of("file_path", List.of("src/a.txt"));

            assertThat(allowingSrc().decide("guard", "write", input, NOW)).isEqualTo(NONE);
        }

        @Test
        void is_relative_to_the_hosts_directory_only() {
            assertThatThrownBy(() -> new ApprovalRules(RuleStore.inMemory(), base.resolve("missing")))
                    .hasMessageContaining("base directory");
            assertThatThrownBy(() -> new ApprovalRules(RuleStore.inMemory(), base.resolve("src/a.txt")))
                    .hasMessageContaining("not a directory");
        }
    }

    @Nested
    class Threat6Deny {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "secrets", "secrets/", "secrets/key", "secrets/new/x", "./secrets/key", "src/../secrets/key",
                            "src/new/../../secrets/key", "SECRETS/KEY",
                    "Secrets/key", "secrets//key", "secrets/./key", "missing/../secrets/key", "secrets\0",
                            "secrets/key\0.txt", "se\u200bcrets/key", "secrets./key",
                    "secrets /key", " secrets/key ", "'secrets/key'", "\"secrets\"/key", "secrets\\key",
                            ".\\secrets\\key", "src\\..\\secrets\\key", "%73ecrets/key",
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

        @Test
        void follows_links() throws IOException {
            Files.createSymbolicLink(base.resolve("src/s"), base.resolve("secrets"));
            Files.createSymbolicLink(base.resolve("src/k"), Path.of("../secrets/key"));
            Files.createSymbolicLink(base.resolve("src/future"), base.resolve("secrets/future"));
            Files.createSymbolicLink(base.resolve("alias"), base);
            ApprovalRules rules = denying(base.resolve("secrets"));

            for (String path : List.of(
                    "src/s", "src/s/key", "src/k", "src/future", "alias/secrets/key", "alias/alias/src/s/new")) {
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
}
