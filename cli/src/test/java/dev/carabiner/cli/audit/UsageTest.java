package dev.carabiner.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command refuses to do, and what it says when it cannot. */
class UsageTest {

    @TempDir
    Path root;

    private Path log;

    @BeforeEach
    void write() {
        log = root.resolve("log");
        Records.write(log, 5);
    }

    private CommandRun run(String words) {
        return CommandRun.of(words.formatted(log).split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "show %s --out x",
                "show %s -n 1",
                "show %s --follow",
                "export %s --full",
                "export %s --follow",
                "export %s -n 1",
                "tail %s --out x"
            })
    void an_option_of_another_command_is_refused(String words) {
        CommandRun run = run(words);

        assertThat(run.exitCode()).isEqualTo(64);
        assertThat(run.err()).startsWith("carabiner: There is no option ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"init ", "verify ", "show ", "tail ", "export ", "prove  1", "erase  1"})
    void an_empty_name_is_not_the_working_directory(String words) {
        assertThat(CommandRun.of(words.split(" ", -1)).exitCode()).isEqualTo(64);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+1000000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "+10000-01-01T00:00:00Z"})
    void a_time_that_records_cannot_have_is_refused(String time) {
        assertThat(run("show %s --since " + time).exitCode()).isEqualTo(64);
        assertThat(run("show %s --since 9999-12-31T23:59:59Z").lines()).isEmpty();
        assertThat(run("show %s --since 0000-01-01").lines()).hasSize(5);
    }

    @Test
    void a_key_that_cannot_be_read_is_wrong_usage() {
        CommandRun run = run("verify %s --pub /proc/self/mem"); // a regular file that fails when it is read

        assertThat(run.exitCode()).isEqualTo(64);
    }

    @Test
    void what_cannot_be_read_is_named_with_the_reason() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");
        Path nowhere = root.resolve("nowhere");

        assertThat(CommandRun.of("show", nowhere.toString()).err())
                .isEqualTo("Cannot be read: " + nowhere + ": there is no such file or directory\n");
        assertThat(CommandRun.of("show", file.toString()).err())
                .isEqualTo("Cannot be read: " + file + ": is not a directory\n");
        Files.delete(log.resolve("segment-000001.jsonl"));
        Files.createDirectory(log.resolve("segment-000001.jsonl"));
        assertThat(run("show %s").err()).endsWith("segment-000001.jsonl: is not a regular file\n");
    }
}
