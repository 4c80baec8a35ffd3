package dev.carabiner.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import dev.carabiner.testkit.Processes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class ShellToolTest {

    @TempDir
    private Path directory;

    private ToolResult bash(Object... input) throws Exception {
        return new Rig(directory).run("Bash", input);
    }

    @Nested
    class A_command {

        @Test
        void runs_in_the_workspace() throws Exception {
            ToolResult result = bash("command", "pwd -P; echo $((1+1))");

            assertThat(result.success()).isTrue();
            assertThat(result.output()).isEqualTo(directory.toRealPath() + "\n2\n");
            assertThat(result.details())
                    .isEqualTo(EventData.of("exit_code", 0, "truncated", false, "timed_out", false, "killed", 0));
        }

        @Test
        void that_fails_says_how() throws Exception {
            ToolResult result = bash("command", "printf oops >&2; exit 3");

            assertThat(result.success()).isFalse();
            assertThat(result.output()).isEqualTo("oops\n[exit code 3]");
            assertThat(result.details().get("exit_code")).isEqualTo(3);
        }

        @Test
        void is_run_as_it_was_written() throws Exception {
            assertThat(bash("command", "--version").output()).contains("--version: command not found");
            assertThat(bash("command", "echo 'a  b'\necho \"c\"").output()).isEqualTo("a  b\nc\n");
        }

        @Test
        void that_takes_too_long_is_stopped() throws Exception {
            ToolResult result = bash("command", "echo begun; sleep 300", "timeout", 700);

            assertThat(result.success()).isFalse();
            assertThat(result.output()).isEqualTo("begun\n[stopped after 700 ms; 1 process killed]");
            assertThat(result.details().get("timed_out")).isEqualTo(true);
        }

        @Test
        void may_not_ask_for_more_time_than_there_is() {
            assertThatThrownBy(() -> bash("command", "true", "timeout", 600_001))
                    .hasMessageContaining("timeout: must have a maximum value of 600");
        }

        @Test
        void that_leaves_something_behind_is_told_so() throws Exception {
            ToolResult result = bash("command", "setsid sleep 300 >/dev/null 2>&1 & echo $! > child; echo done");

            assertThat(result.success()).isTrue();
            assertThat(result.output()).isEqualTo("done\n[1 process left in the background, killed]");
            assertThat(Processes.runs(Processes.pidIn(directory.resolve("child"))))
                    .isFalse();
        }

        @Test
        void gets_no_variable_but_the_few_and_those_of_the_configuration() throws Exception {
            Map<String, EventData> settings = Map.of("tool-bash", EventData.of("env", List.of("NO_SUCH_VARIABLE")));
            String names = new Rig(directory, settings)
                    .run("Bash", "command", "env | sed 's/=.*//'")
                    .output();

            assertThat(names.lines())
                    .isSubsetOf(
                            "PATH",
                            "HOME",
                            "USER",
                            "LOGNAME",
                            "SHELL",
                            "LANG",
                            "LANGUAGE",
                            "TERM",
                            "TZ",
                            "TMPDIR",
                            "LC_ALL",
                            "LC_CTYPE",
                            "CARABINER_RUN",
                            "PWD",
                            "OLDPWD",
                            "SHLVL",
                            "_");
        }

        @Test
        void keeps_to_the_limits_of_the_configuration() throws Exception {
            Map<String, EventData> settings =
                    Map.of("tool-bash", EventData.of("timeout", "500ms", "max_timeout", "1s", "max_output", 100));
            Rig rig = new Rig(directory, settings);

            assertThat(rig.run("Bash", "command", "sleep 300").output()).startsWith("[stopped after 500 ms");
            ToolResult loud = rig.run("Bash", "command", "seq 1 1000");
            assertThat(loud.output()).hasSizeLessThan(200).contains("characters left out");
            assertThat(loud.details().get("truncated")).isEqualTo(true);
            assertThat(rig.box.check("Bash", EventData.of("command", "true", "timeout", 2000)))
                    .hasSize(1);
        }

        @Test
        void ends_with_the_thread_that_waits_for_it() throws Exception {
            CompletableFuture<ToolResult> result = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().start(() -> {
                try {
                    result.complete(bash("command", "setsid sleep 300 & echo $! > child; wait"));
                } catch (Exception e) {
                    result.completeExceptionally(e);
                }
            });
            long child = Processes.pidIn(directory.resolve("child"));
            thread.interrupt();

            assertThatThrownBy(() -> result.get(10, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(InterruptedException.class);
            assertThat(Processes.runs(child)).isFalse();
        }

        @Test
        void with_a_zero_byte_is_refused() {
            assertThatThrownBy(() -> bash("command", "echo \0 x")).isInstanceOf(Exception.class);
        }
    }

    @Nested
    class A_list_of_things_to_do {

        @Test
        void is_counted_and_handed_on() throws Exception {
            List<Map<String, String>> todos = List.of(
                    Map.of("content", "build", "status", "completed"),
                    Map.of("content", "test", "status", "in_progress", "activeForm", "Testing"));

            ToolResult result = new Rig(directory).run("TodoWrite", "todos", todos);

            assertThat(result.output()).isEqualTo("The list has 1 completed, 1 in progress, 0 pending");
            assertThat(result.details()).isEqualTo(EventData.of("todos", todos));
        }
    }
}
