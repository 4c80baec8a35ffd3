package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What an agent has started decides nothing about trust, whatever it has taken from its environment. */
@Timeout(60)
class TrustWithinARunTest extends TypedCommands {

    private String digest = "";

    @BeforeEach
    void makeBundle() throws Exception {
        Files.createDirectories(project.resolve(".carabiner"));
        Files.writeString(project.resolve(".carabiner/bundle.yaml"), "bundle: {name: mine, version: 1}\n");
        carabiner("trust");
        digest = out().replaceAll("(?s).*digest ([0-9a-f]{64}).*", "$1");
        environment.put("CARABINER_TRUST_UNATTENDED", "1");
    }

    @Test
    void is_neither_given_nor_taken_nor_shown() {
        environment.put("CARABINER_RUN", "x");
        for (String[] words : List.of(
                new String[] {"trust"}, new String[] {"trust", "--yes", digest}, new String[] {"trust", "--revoke"})) {
            assertThat(carabiner(words)).isEqualTo(1);
            assertThat(err()).contains("within an agent's run");
            assertThat(out()).isEmpty();
        }
        assertThat(home.resolve(".carabiner/trust")).doesNotExist();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void is_not_given_either_if_only_a_process_above_carries_the_mark() throws Exception {
        assertThat(below(Map.of("CARABINER_RUN", "x"))).isEqualTo(1);
        assertThat(home.resolve(".carabiner/trust")).doesNotExist();

        assertThat(below(Map.of())).isZero();
        assertThat(home.resolve(".carabiner/trust")).exists();
    }

    /** The exit code of a program whose own environment holds no mark, but perhaps that of the shell above it. */
    private int below(Map<String, String> above) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", "-c", "env -u CARABINER_RUN \"$@\"; exit $?", "bash"));
        command.addAll(Program.command(List.of(), "trust", "--yes", digest));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", home.toString());
        builder.environment().put("CARABINER_TRUST_UNATTENDED", "1");
        builder.environment().putAll(above);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).as(output).isTrue();
        return process.exitValue();
    }
}
