package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIf;

/** A machine with a managed policy, as far as a test can have one. */
@Timeout(60)
@DisabledIf(value = "hasOne", disabledReason = "this machine has a managed policy of its own")
class ManagedPolicyCommandsTest extends TypedCommands {

    private Path policy;

    static boolean hasOne() {
        return Files.exists(Path.of("/etc/carabiner/policy.yaml"));
    }

    @BeforeEach
    void put_it_in_force() throws IOException {
        policy = Files.createDirectory(temporary.resolve("etc")).resolve("policy.yaml");
        Files.writeString(policy, """
                bundle: {name: company, version: 1}
                session: {max_rounds: 9}
                hooks:
                  - module: shell-guard
                    required: true
                    config: {deny: ["make *"]}
                """);
        System.setProperty("carabiner.policy", policy.toString());
    }

    @AfterEach
    void lift_it() {
        System.clearProperty("carabiner.policy");
    }

    @Test
    void hears_of_it_with_every_command() {
        for (String[] words : List.of(
                new String[] {"--version"},
                new String[] {"events"},
                new String[] {"sessions", "list"},
                new String[] {"bundle", "show", "default"},
                new String[] {"run", "hello"})) {
            carabiner(words);
            assertThat(err()).as(words[0]).startsWith("carabiner: The managed policy " + policy + " is in force\n");
        }
    }

    @Test
    void runs_under_it_whatever_bundle_is_named() throws IOException {
        Path file = Files.writeString(
                project.resolve("mine.yaml"),
                "bundle: {name: x, version: 1}\nincludes: [default]\nsession: {max_rounds: 99}\nhooks:\n"
                        + "  - {module: shell-guard, required: false, config: {allow: [\"make *\"]}}\n");

        assertThat(carabiner("run", "--bundle", file.toString(), "run make all"))
                .isEqualTo(3);
        assertThat(carabiner("run", "run make all")).isEqualTo(3);
        carabiner("bundle", "show", file.toString());
        assertThat(out()).contains("max_rounds: 9\n", "- make *").doesNotContain("allow:\n        - make *");
        assertThat(err())
                .contains(file + ":3: session.max_rounds stays 9, as the managed policy says (" + policy + ":2)")
                .contains(
                        file + ":5: canaries and config and required of shell-guard stays as the managed policy says ("
                                + policy + ":4)");
    }

    @Test
    void runs_nothing_if_it_cannot_be_read() throws IOException {
        Files.writeString(policy, "bundle: {name: company}\nhooks: [not-installed-here]\n");

        assertThat(carabiner("run", "write a.txt: x")).isEqualTo(1);
        assertThat(err()).contains("policy.yaml:2: there is no hook module \"not-installed-here\"");
        assertThat(project.resolve("a.txt")).doesNotExist();
    }
}
