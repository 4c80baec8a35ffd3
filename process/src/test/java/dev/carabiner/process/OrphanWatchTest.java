package dev.carabiner.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.testkit.ChildJvm;
import dev.carabiner.testkit.Processes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When the JVM is killed, what it was running is ended, and nothing else is. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class OrphanWatchTest {

    @TempDir
    Path directory;

    private static Command shell(Path directory, String script) {
        return Command.of(List.of("/bin/bash", "-c", script), directory)
                .environment(Map.of("PATH", "/usr/bin:/bin"))
                .limit(Duration.ofSeconds(300));
    }

    /** Runs one command until it is over, or until it is killed. */
    static final class Runner {

        public static void main(String[] args) throws Exception {
            shell(Path.of(args[0]), args[1]).run();
            Files.writeString(Path.of(args[0]).resolve("over"), "over\n");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo $$ > pid; sleep 300",
                "sleep 300 & echo $! > pid; wait",
                "trap '' TERM HUP INT; setsid sleep 300 & echo $! > pid; wait",
                "env -i /bin/sleep 300 & echo $! > pid; wait",
                "(env -i setsid bash -c '(env -i setsid bash -c \"echo \\$\\$ > pid; exec sleep 300\") & exit' &)"
                        + " > /dev/null 2>&1 < /dev/null; sleep 300",
            })
    void nothing_that_it_ran_goes_on(String script) throws Exception {
        Process jvm = ChildJvm.start(Runner.class, directory.toString(), script);
        long running = Processes.pidIn(directory.resolve("pid"));
        jvm.destroyForcibly().waitFor();

        Processes.await(() -> !Processes.runs(running));
        assertThat(directory.resolve("over")).doesNotExist();
    }

    @Test
    void not_even_what_forks_and_ends_all_the_time() throws Exception {
        Files.writeString(directory.resolve("hopping"), KeeperTest.HOPPING);
        String script = "(env -i setsid perl hopping > /dev/null 2>&1 < /dev/null &); echo $PPID > pid; sleep 300";
        Process jvm = ChildJvm.start(Runner.class, directory.toString(), script);
        long keeper = Processes.pidIn(directory.resolve("pid"));
        Processes.await(() -> Files.exists(directory.resolve("beat")));
        jvm.destroyForcibly().waitFor();

        Processes.await(() -> !Processes.runs(keeper));
        KeeperTest.assertNoneHops(directory);
    }

    @Test
    void what_others_run_goes_on() throws Exception {
        CompletableFuture<Finished> own = CompletableFuture.supplyAsync(() -> {
            try {
                return shell(directory, "echo $$ > own; while [ ! -e enough ]; do sleep 0.02; done; echo lived")
                        .run();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        Processes.pidIn(directory.resolve("own"));
        Process jvm = ChildJvm.start(Runner.class, directory.toString(), "echo $$ > pid; sleep 300");
        long running = Processes.pidIn(directory.resolve("pid"));
        jvm.destroyForcibly().waitFor();
        Processes.await(() -> !Processes.runs(running));
        Files.createFile(directory.resolve("enough"));

        assertThat(own.get(20, TimeUnit.SECONDS).output()).isEqualTo("lived\n");
    }

    @Test
    void nobody_watches_any_longer_when_it_is_over() throws Exception {
        String watcher = "ps -o pid= --ppid $(ps -o ppid= -p $PPID) | grep -v $PPID > pid";
        Process jvm = ChildJvm.start(Runner.class, directory.toString(), watcher);
        long watch = Processes.pidIn(directory.resolve("pid"));

        assertThat(watch).isNotEqualTo(jvm.pid());
        assertThat(jvm.waitFor()).isZero();
        Processes.await(() -> !Processes.runs(watch));
    }
}
