package dev.carabiner.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.process.Finished.Ending;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApartTest {

    @TempDir
    private Path directory;

    private Command shell(String line) {
        return Command.of(List.of("sh", "-c", line), directory).limit(Duration.ofSeconds(20));
    }

    @Nested
    class StandardError {

        @Test
        void is_kept_apart_with_the_exit_code() throws Exception {
            assertThat(shell("echo out; echo err >&2; exit 2").runApart())
                    .isEqualTo(new Finished(2, "out\n", false, Ending.EXITED, 0, "err\n"));
        }

        @Test
        void may_hold_any_bytes_and_says_nothing_for_the_keeper() throws Exception {
            Finished finished = shell("printf '\\000\\001a\\000' >&2; printf '\\000'; sleep 0.1; echo end >&2")
                    .runApart();

            assertThat(finished.errors()).isEqualTo("\0\1a\0end\n");
            assertThat(finished.output()).isEqualTo("\0");
            assertThat(finished.ending()).isEqualTo(Ending.EXITED);
        }

        @Test
        void is_bounded_for_itself() throws Exception {
            Finished finished = shell("yes | head -c 300000 >&2; echo fine")
                    .mostOutput(1000)
                    .runApart();

            assertThat(finished.output()).isEqualTo("fine\n");
            assertThat(finished.errors()).hasSizeLessThan(1100).contains("characters left out");
            assertThat(finished.truncated()).isTrue();
        }

        @Test
        void has_no_complaint_of_the_keeper_about_a_locale_that_does_not_exist() throws Exception {
            Map<String, String> environment = new HashMap<>(Environment.basic());
            environment.put("LC_ALL", "xx_YY.nothing");
            Finished finished = Command.of(List.of("printenv", "PERL_BADLANG"), directory)
                    .environment(environment)
                    .runApart();

            assertThat(finished).isEqualTo(new Finished(1, "", false, Ending.EXITED, 0, ""));
        }

        @Test
        void names_a_program_that_cannot_be_run() throws Exception {
            Finished finished =
                    Command.of(List.of("/no/such/program"), directory).runApart();

            assertThat(finished.exitCode()).isEqualTo(126);
            assertThat(finished.errors()).startsWith("Cannot run /no/such/program");
        }

        @Test
        void does_not_keep_a_process_that_holds_it_open() throws Exception {
            long before = System.nanoTime();
            Finished finished = shell("sleep 60 & echo started >&2").runApart();

            assertThat(finished.errors()).isEqualTo("started\n");
            assertThat(finished.killed()).isPositive();
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Nested
    class ALiveCommand {

        @Test
        void answers_line_by_line_until_it_is_ended_with_all_that_it_started() throws Exception {
            try (LiveCommand live = shell("echo ready >&2; sleep 600 & while read -r x; do echo \"got $x $!\"; done")
                    .startLive()) {
                BufferedReader lines = new BufferedReader(new InputStreamReader(live.output(), UTF_8));
                live.input().write("one\n".getBytes(UTF_8));
                live.input().flush();
                String[] first = lines.readLine().split(" ", -1);
                live.input().write("two\n".getBytes(UTF_8));
                live.input().flush();

                assertThat(first).startsWith("got", "one");
                assertThat(lines.readLine()).startsWith("got two");
                assertThat(live.isAlive()).isTrue();
                assertThat(live.end()).isEqualTo("ready\n");
                assertThat(live.isAlive()).isFalse();
                assertThat(ProcessHandle.of(Long.parseLong(first[2])).filter(ProcessHandle::isAlive))
                        .isEmpty();
                assertThat(live.end()).isEmpty();
            }
        }

        @Test
        void that_ends_by_itself_ends_its_output() throws Exception {
            try (LiveCommand live = shell("echo bye").startLive()) {
                assertThat(new String(live.output().readAllBytes(), UTF_8)).isEqualTo("bye\n");
            }
        }
    }
}
