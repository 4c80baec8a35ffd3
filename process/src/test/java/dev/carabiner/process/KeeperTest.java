package dev.carabiner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.carabiner.process.Finished.Ending;
import dev.carabiner.testkit.Processes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class KeeperTest extends Shells {

    /** Each ends when it has begun the next, sooner than a look at all processes can get at it. */
    static final String HOPPING = """
            for (1 .. 8) { fork or last }
            my $end = time + 60;
            while (time < $end) { fork and kill 9, $$; open my $file, '>', 'beat' }
            """;

    /** Nothing hops any longer. How long it took to end all of them is not asked: that is a matter of how busy the machine is. */
    static void assertNoneHops(Path directory) throws Exception {
        FileTime last = Files.getLastModifiedTime(directory.resolve("beat"));
        Thread.sleep(2000);
        assertThat(Files.getLastModifiedTime(directory.resolve("beat"))).isEqualTo(last);
    }

    /** Twice orphaned, twice a session of its own, no environment, no stream of the command's: nothing to know it by. */
    private static final String STRANGER = """
            (env -i /usr/bin/setsid /bin/bash -c '(
                env -i /usr/bin/setsid /bin/bash -c "echo \\$\\$ > child; exec sleep 300"
            ) & exit' &) > /dev/null 2>&1 < /dev/null""";

    @BeforeEach
    void can_be_had_on_this_system() {
        assumeThat(Keeper.possible()).isTrue();
    }

    @Nested
    class The_keeper {

        @Test
        void is_gone_with_the_command() throws Exception {
            Finished finished =
                    shell("echo $PPID > keeper; ps -o comm= -p $PPID").run();

            assertThat(finished.output()).isEqualTo("perl\n");
            assertThat(finished.killed()).isZero();
            assertThat(Processes.runs(pid("keeper"))).isFalse();
        }

        @Test
        void does_not_hide_how_the_command_ended() throws Exception {
            assertThat(shell("kill -15 $$").run().exitCode()).isEqualTo(143);
            assertThat(shell("sleep 300 & exit 255").run().exitCode()).isEqualTo(255);
        }

        @Test
        void that_is_killed_ends_the_command() throws Exception {
            Finished finished = shell("echo $$ > child; setsid sleep 300 & kill -9 $PPID; sleep 300")
                    .run();

            assertThat(finished.exitCode()).isEqualTo(137);
            assertThat(Processes.runs(pid("child"))).isFalse();
        }

        @Test
        void leaves_no_stream_of_its_own_to_the_command() throws Exception {
            assertThat(shell("ls /proc/self/fd; echo error >&2").run().output()).isEqualTo("0\n1\n2\n3\nerror\n");
        }

        @Test
        void says_what_the_system_says_of_a_program_that_is_none() throws Exception {
            Path file = Files.writeString(directory.resolve("program"), "#!/no/such/interpreter");
            file.toFile().setExecutable(true);

            Finished finished = Command.of(List.of(file.toString()), directory).run();

            assertThat(finished.exitCode()).isEqualTo(126);
            assertThat(finished.output()).isEqualTo("Cannot run " + file + ": No such file or directory\n");
        }

        @Test
        void gets_no_signal_that_a_script_sends_to_its_group() throws Exception {
            Finished finished =
                    shell("trap '' TERM; kill 0; echo still here; exit 5").run();

            assertThat(finished).isEqualTo(new Finished(5, "still here\n", false, Ending.EXITED, 0));
        }

        @Test
        void that_is_told_to_end_ends_all_below_it() throws Exception {
            Finished finished = shell("setsid sleep 300 & echo $! > child; kill $PPID; sleep 300")
                    .run();

            assertThat(finished.exitCode()).isEqualTo(137);
            assertThat(Processes.runs(pid("child"))).isFalse();
        }

        @Test
        void that_is_stopped_does_not_stop_the_clock() throws Exception {
            Finished finished = shell("kill -STOP $PPID; echo $$ > child; sleep 300")
                    .limit(Duration.ofMillis(500))
                    .run();

            assertThat(finished.timedOut()).isTrue();
            assertThat(Processes.runs(pid("child"))).isFalse();
        }

        @Test
        void is_no_program_that_the_commands_environment_could_change() throws Exception {
            Map<String, String> hostile = Map.of("PERL5OPT", "-Mno_such", "PERL_UNICODE", "A", "LD_AUDIT", "none");
            Finished finished = shell("env | grep -E 'PERL|LD_|KEPT' | sort; exit 5")
                    .environment(hostile)
                    .run();

            assertThat(finished.exitCode()).isEqualTo(5);
            assertThat(finished.output()).endsWith("LD_AUDIT=none\nPERL5OPT=-Mno_such\nPERL_UNICODE=A\n");
        }

        @Test
        void keeps_nobody_listening_to_a_flood() throws Exception {
            Finished finished = shell("yes > /proc/$PPID/fd/2")
                    .limit(Duration.ofMillis(700))
                    .run();

            assertThat(finished.ending()).isEqualTo(Ending.TIMED_OUT);
        }

        @Test
        void knows_a_stranger_that_the_command_leaves() throws Exception {
            Finished finished = shell(STRANGER + "\nwhile [ ! -s child ]; do sleep 0.01; done; exit 4")
                    .run();

            assertThat(finished.exitCode()).isEqualTo(4);
            assertThat(finished.killed()).isEqualTo(1);
            assertThat(Processes.runs(pid("child"))).isFalse();
        }

        @Test
        void knows_all_strangers_of_a_command_whose_time_is_over() throws Exception {
            String many = "while :; do " + STRANGER + "; sleep 0.03; cat child >> children; done";
            Finished finished = shell(many).limit(Duration.ofSeconds(1)).run();

            assertThat(finished.ending()).isEqualTo(Ending.TIMED_OUT);
            assertThat(Files.readAllLines(directory.resolve("children")))
                    .hasSizeGreaterThan(3)
                    .noneMatch(it -> Processes.runs(Long.parseLong(it)));
        }

        @Test
        void catches_those_that_fork_and_end_all_the_time() throws Exception {
            Files.writeString(directory.resolve("hopping"), HOPPING);

            Finished finished = shell("(env -i setsid perl hopping > /dev/null 2>&1 < /dev/null &); sleep 0.3; exit 5")
                    .run();

            assertThat(finished.exitCode()).isEqualTo(5);
            assertThat(finished.killed()).isPositive();
            assertNoneHops(directory);
        }
    }

    @Nested
    class A_process {

        private static final String REST = " 1 7 7 0 -1 4 0 0 0 0 0 0 0 0 20 0 %d 0 4711 0 0";

        @Test
        void whose_first_thread_alone_has_ended_still_runs() {
            assertThat(ProcessTable.entry("7 (a) b) Z" + REST.formatted(2))).isEqualTo(new ProcessEntry(7, 1, 7, 4711));
        }

        @Test
        void that_nobody_has_reaped_does_not() {
            assertThat(ProcessTable.entry("7 (a) b) Z" + REST.formatted(1))).isNull();
        }
    }
}
