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
import org.junit.jupiter.api.io.TempDir;

/** A session whose audit log takes nothing any more. No file of these processes may grow beyond so many kilobytes. */
@Timeout(120)
class FullDiskTest {

    @TempDir
    private Path temporary;

    private Place place;
    private String output;

    @BeforeEach
    void makePlace() throws Exception {
        place = Place.in(temporary);
    }

    private int run(int kilobytes, String prompt) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("bash", "-c", "ulimit -f " + kilobytes + " && exec \"$@\"", "bash"));
        command.addAll(Program.command(List.of(), "run", prompt));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(place.project().toFile()).redirectErrorStream(true);
        builder.environment().put("HOME", place.home().toString());
        Process process = builder.start();
        process.getOutputStream().close();
        output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Test
    void is_told_when_it_cannot_begin_and_denies_nothing() throws Exception {
        assertThat(run(1, "write a.txt: x")).as(output).isEqualTo(1);
        assertThat(output)
                .contains("The audit log in " + place.home().resolve(".carabiner/sessions"))
                .contains("failed: ")
                .contains("disk full")
                .doesNotContain("denied");
        assertThat(place.project().resolve("a.txt")).doesNotExist();
    }

    @Test
    void is_told_when_it_cannot_go_on_and_no_tool_runs_from_then_on() throws Exception {
        String many = "write a.txt: x\n".repeat(30) + "write last.txt: x";
        assertThat(run(60, many)).as(output).isEqualTo(1);
        assertThat(output)
                .contains("The audit log in " + place.home().resolve(".carabiner/sessions"))
                .contains("What cannot be recorded is not permitted")
                .doesNotContain("denied");
        assertThat(place.project().resolve("a.txt")).exists();
        assertThat(place.project().resolve("last.txt")).doesNotExist();
    }

    @Test
    void on_which_not_even_a_directory_can_be_filled_is_named() throws Exception {
        assertThat(run(0, "write a.txt: x")).as(output).isEqualTo(1);
        assertThat(output)
                .contains("Cannot make the session")
                .contains(place.home().resolve(".carabiner/sessions").toString())
                .contains("File too large");
    }
}
