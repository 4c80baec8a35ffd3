package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code carabiner bundle} and {@code carabiner trust}. */
class BundleCommandsTest extends TypedCommands {

    private Path bundle(String text) throws Exception {
        Files.createDirectories(project.resolve(".carabiner"));
        return Files.writeString(project.resolve(".carabiner/bundle.yaml"), text);
    }

    @Test
    void with_problems_are_told_all_of_them_with_their_lines() throws Exception {
        bundle("bundle: {name: x, version: 1}\nhooks:\n  - module: no-such-hook\nsesion: {}\n");

        assertThat(carabiner("bundle", "validate", ".carabiner/bundle.yaml")).isEqualTo(1);
        assertThat(err()).contains("bundle.yaml:3:").contains("no-such-hook").contains("bundle.yaml:4:");
        assertThat(err()).contains("2 problems").doesNotContain("\tat ");
    }

    @Test
    void that_are_missing_are_named() {
        assertThat(carabiner("bundle", "validate", "nope.yaml")).isEqualTo(1);
        assertThat(err()).contains("There is no file").contains("nope.yaml");
    }

    @Test
    void of_a_project_are_trusted_by_digest() throws Exception {
        bundle("bundle: {name: mine, version: 1} # \u001B[2J\n");

        assertThat(carabiner("trust")).isEqualTo(2);
        assertThat(out()).contains("name: mine").contains("\\u001B[2J").doesNotContain("\u001B");
        String digest = out().replaceAll("(?s).*digest ([0-9a-f]{64}).*", "$1");
        assertThat(err()).contains("carabiner trust --yes " + digest);

        bundle("bundle: {name: other, version: 1}\n");
        assertThat(carabiner("trust", "--yes", digest)).isEqualTo(1);
        assertThat(err()).contains("is not what was shown");

        typed = "y\n";
        assertThat(carabiner("trust")).isEqualTo(3);
        typed = "yes\n";
        assertThat(carabiner("trust")).isZero();
        assertThat(carabiner("trust", "--revoke")).isZero();
        typed = "no\n";
        assertThat(carabiner("trust")).isEqualTo(3);
    }

    @Test
    void that_do_not_exist_cannot_be_trusted() {
        assertThat(carabiner("trust")).isEqualTo(1);
        assertThat(err()).contains("has no .carabiner/bundle.yaml");
    }

    @Test
    void with_a_wrong_choice_say_what_came_and_what_is_possible() throws Exception {
        bundle("bundle: {name: x, version: 1}\nincludes: [default]\nhooks:\n"
                + "  - module: shell-guard\n    on_failure: maybe\n");

        assertThat(carabiner("run", "--bundle", "./.carabiner/../.carabiner/./bundle.yaml", "hello"))
                .isEqualTo(1);
        assertThat(err())
                .isEqualTo("carabiner: " + project.resolve(".carabiner/bundle.yaml")
                        + ":5: shell-guard.on_failure is \"maybe\"; expected ask, continue, deny\n");
    }

    @Test
    void are_named_without_detours_unless_a_link_makes_them_another_file() throws Exception {
        carabiner("bundle", "validate", "./no/../nope.yaml");
        assertThat(err()).isEqualTo("carabiner: There is no file " + project.resolve("nope.yaml") + "\n");

        Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere/below"));
        Files.createSymbolicLink(project.resolve("link"), elsewhere);
        Files.writeString(temporary.resolve("elsewhere/other.yaml"), "bundle: {name: 7}\n");
        carabiner("bundle", "validate", "link/../other.yaml");
        assertThat(err()).contains(project.resolve("link/../other.yaml") + ":1:");
    }
}
