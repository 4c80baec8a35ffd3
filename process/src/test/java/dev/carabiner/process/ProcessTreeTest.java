package dev.carabiner.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.process.Finished.Ending;
import dev.carabiner.testkit.Processes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class ProcessTreeTest extends Shells {

    @Nested
    class Nothing_is_left {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "sleep 300 & echo $! > child",
                    "nohup sleep 300 >/dev/null 2>&1 & echo $! > child",
                    "(sleep 300 & echo $! > child) &",
                    "setsid bash -c 'echo $$ > child; exec sleep 300' &",
                    "setsid bash -c 'echo $$ > child; exec sleep 300' >/dev/null 2>&1 </dev/null &",
                    "(setsid bash -c '(sleep 300 & echo $! > child) &' &) ; true",
                    "env -i bash -c 'sleep 300 >/dev/null 2>&1 & echo $! > child'",
                    "env -i /usr/bin/setsid bash -c 'echo $$ > child; exec sleep 300' &",
                    "bash -c 'trap \"\" TERM INT HUP; echo $$ > child; while :; do sleep 1; done' &",
                })
        void when_it_ends_by_itself(String script) throws Exception {
            Finished finished = shell(script + "\nwhile [ ! -s child ]; do sleep 0.01; done; exit 4")
                    .run();

            assertThat(finished.exitCode()).isEqualTo(4);
            assertThat(finished.killed()).isPositive();
            assertThat(Processes.runs(pid("child"))).isFalse();
        }

        @Test
        void when_it_takes_too_long() throws Exception {
            Finished finished = shell("setsid bash -c 'echo $$ > child; exec sleep 300' & sleep 300")
                    .limit(Duration.ofSeconds(1))
                    .run();

            assertThat(finished.ending()).isEqualTo(Ending.TIMED_OUT);
            assertThat(finished.killed()).isEqualTo(3);
            assertThat(finished.exitCode()).isEqualTo(137);
            assertThat(Processes.runs(pid("child"))).isFalse();
        }

        @Test
        void when_the_waiting_thread_is_interrupted() throws Exception {
            CompletableFuture<Finished> result = new CompletableFuture<>();
            Thread waiting = Thread.ofVirtual().start(() -> {
                try {
                    result.complete(shell("setsid bash -c 'echo $$ > child; exec sleep 300' & sleep 300")
                            .run());
                } catch (Exception e) {
                    result.completeExceptionally(e);
                }
            });
            long child = pid("child");
            waiting.interrupt();

            assertThatThrownBy(() -> result.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
            assertThat(Processes.runs(child)).isFalse();
        }

        @Test
        void of_a_flood_in_the_background() throws Exception {
            Finished finished = shell("yes & echo $! > child").run();

            assertThat(finished.output()).hasSizeLessThan(31_000);
            assertThat(Processes.runs(pid("child"))).isFalse();
        }

        @Test
        void of_processes_that_breed_while_they_are_killed() throws Exception {
            String breeder =
                    "breed() { while :; do (sleep 0.02; echo x) & sleep 0.01; done; }; breed & breed & breed &";
            Finished finished = shell(breeder + " echo $$ > child; sleep 300")
                    .limit(Duration.ofMillis(800))
                    .run();

            assertThat(finished.timedOut()).isTrue();
            assertThat(ProcessTable.read(ProcessHandle.current()).values())
                    .noneMatch(it -> it.session() == uncheckedPid());
        }

        private long uncheckedPid() {
            try {
                return pid("child");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    @Nested
    class Others {

        @Test
        void are_left_alone() throws Exception {
            Process stranger = new ProcessBuilder("sleep", "300").start();
            try {
                Command other = shell("echo $$ > other; sleep 1; echo lived");
                CompletableFuture<Finished> neighbour = CompletableFuture.supplyAsync(() -> {
                    try {
                        return other.run();
                    } catch (IOException | InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
                pid("other");
                for (int i = 0; i < 5; i++) {
                    shell("sleep 300 & true").run();
                }

                assertThat(neighbour.get(20, TimeUnit.SECONDS).output()).isEqualTo("lived\n");
                assertThat(stranger.isAlive()).isTrue();
            } finally {
                stranger.destroyForcibly();
            }
        }

        @Test
        void keep_their_number_of_processes_within_reason() throws Exception {
            Finished finished =
                    shell("for i in $(seq 1 700); do sleep 300 & done; wait").run();

            assertThat(finished.ending()).isEqualTo(Ending.TOO_MANY_PROCESSES);
            assertThat(finished.killed()).isGreaterThan(512);
        }
    }
}
