package dev.carabiner.guard.rule;

import static dev.carabiner.guard.rule.RuleWorld.NOW;
import static dev.carabiner.guard.rule.RuleWorld.open;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Paths are compared by canonical components after resolving links: what a rule that allows covers. */
class RulePathAllowTest extends RuleFiles {

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

        assertThatThrownBy(() -> allowing(
                        InputPattern.directory("file_path", base.resolve("link").toString())))
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
