package dev.carabiner.examples.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
@Timeout(30)
class CommandTest {

    @TempDir
    private Path directory;

    private Command shell(String script, Duration limit) {
        return new Command(List.of("/bin/sh", "-c", script), directory, Map.of("PATH", "/usr/bin:/bin"), limit);
    }

    @Test
    void gives_exit_code_and_both_streams() throws Exception {
        Command.Finished finished =
                shell("echo out; echo err >&2; exit 3", Duration.ofSeconds(10)).run();
        assertThat(finished).isEqualTo(new Command.Finished(3, "out\nerr\n"));
    }

    @Test
    void runs_in_its_directory_with_its_environment_only() throws Exception {
        Map<String, String> given = Map.of("PATH", "/usr/bin:/bin", "GREETING", "hello");
        List<String> words = List.of("/bin/sh", "-c", "pwd -P; echo $GREETING$HOME");
        String output = new Command(words, directory, given, Duration.ofSeconds(10))
                .run()
                .output();
        assertThat(output).isEqualTo(directory.toRealPath() + "\nhello\n");
    }

    @Test
    void a_program_without_input_does_not_wait_for_it() throws Exception {
        assertThat(shell("cat; echo done", Duration.ofSeconds(10)).run().output())
                .isEqualTo("done\n");
    }

    @Test
    void output_beyond_the_limit_is_dropped_and_the_program_still_ends() throws Exception {
        Command.Finished finished =
                shell("head -c 3000000 /dev/zero", Duration.ofSeconds(10)).run();
        assertThat(finished.exitCode()).isZero();
        assertThat(finished.output()).hasSize(256 * 1024);
    }

    @Test
    void one_that_takes_too_long_is_killed_with_all_that_it_started() throws Exception {
        String script = "sleep 300 & echo $! > child; wait";
        assertThatThrownBy(() -> shell(script, Duration.ofMillis(500)).run())
                .isInstanceOf(TimeoutException.class)
                .hasMessage("/bin/sh was stopped after 500 ms");
        assertDies(Long.parseLong(Files.readString(directory.resolve("child")).strip()));
    }

    @Test
    void an_interrupted_wait_kills_it_too() throws Exception {
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                shell("sleep 300 & echo $! > child; wait", Duration.ofMinutes(5))
                        .run();
            } catch (IOException | InterruptedException | TimeoutException e) {
                // the way it has to end
            }
        });
        Path child = directory.resolve("child");
        while (!Files.exists(child) || Files.readString(child).isBlank()) {
            Thread.sleep(20);
        }
        waiting.interrupt();
        waiting.join();
        assertDies(Long.parseLong(Files.readString(child).strip()));
    }

    @Test
    void a_program_that_does_not_exist_is_an_error() {
        Command missing = new Command(List.of("no-such-program"), directory, Map.of(), Duration.ofSeconds(1));
        assertThatThrownBy(missing::run).isInstanceOf(IOException.class).hasMessageContaining("no-such-program");
    }

    /** An orphan stays a zombie until somebody reaps it, which is none of ours: it no longer runs. */
    private static void assertDies(long pid) throws Exception {
        for (int i = 0; i < 200; i++) {
            boolean runs = ProcessHandle.of(pid)
                    .map(handle -> handle.isAlive() && !isZombie(pid))
                    .orElse(false);
            if (!runs) {
                return;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("process " + pid + " still runs");
    }

    private static boolean isZombie(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return false;
        }
    }
}
