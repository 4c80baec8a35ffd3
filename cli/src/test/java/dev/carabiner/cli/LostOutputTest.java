package dev.carabiner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Output that does not arrive where it was sent. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class LostOutputTest {

    @TempDir
    private Path temporary;

    private Place place;
    private String errors;

    @BeforeEach
    void makePlace() throws Exception {
        place = Place.in(temporary);
    }

    private int shell(String line, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", "-c", line, "bash"));
        command.addAll(Program.command(List.of(), words));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(place.project().toFile());
        builder.environment().put("HOME", place.home().toString());
        Process process = builder.start();
        process.getOutputStream().close();
        errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sessions list", "run --json hello", "run hello", "--version", "events"})
    void is_no_success_on_a_full_disk(String words) throws Exception {
        assertThat(shell("\"$@\" >/dev/full", words.split(" "))).as(errors).isEqualTo(1);
        assertThat(errors).contains("carabiner: The output could not be written: No space left on device");
    }

    @Test
    void is_no_success_where_the_output_is_closed() throws Exception {
        assertThat(shell("\"$@\" >&-", "run", "hello")).as(errors).isEqualTo(1);
        assertThat(errors).contains("carabiner: The output could not be written: ");
    }

    @Test
    void is_nobodys_loss_if_the_reader_has_gone() throws Exception {
        assertThat(shell("{ sleep 0.2; exec \"$@\"; } | true; exit ${PIPESTATUS[0]}", "events"))
                .as(errors)
                .isZero();
        assertThat(errors).isEmpty();
    }
}
