package dev.carabiner.bridge.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.bridge.HookStage;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandHookTest {

    @TempDir
    private Path directory;

    private HookStage stage(String script, String more) {
        HookStage.write(directory.resolve("hook.py"), script);
        return HookStage.of(directory, """
                  - module: command
                    name: guard
                    required: true
                    timeout: 3s
                    config: {command: [python3], file: hook.py%s}
                """.formatted(more));
    }

    private HookStage cold(String script) {
        return stage(script, "");
    }

    private HookStage warm(String script) {
        return stage(WORKER + script, ", warm: true");
    }

    private static final String WORKER = """
            import json, sys, os, time
            def answer(doc, **fields):
                sys.stdout.write(json.dumps({"id": doc["id"], **fields}) + "\\n"); sys.stdout.flush()
            def each():
                for line in sys.stdin:
                    yield json.loads(line)
            """;

    @Nested
    class Cold {

        @Test
        void is_given_one_document_and_answers_with_a_result() {
            try (HookStage stage = cold("""
                    import json, sys
                    doc = json.load(sys.stdin)
                    print(json.dumps({"action": "deny", "reason": "%s %s %s %s" % (
                        doc["v"], doc["event"], doc["hook"], doc["data"]["tool_input"]["command"])}))
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("1 tool:pre guard ls");
            }
        }

        @Test
        void says_nothing_to_go_on_and_may_never_read_or_write_with_a_byte_order_mark() {
            try (HookStage stage = cold("pass")) {
                assertThat(stage.bash("x".repeat(1_000_000)).action()).isEqualTo(Action.CONTINUE);
            }
            try (HookStage stage = cold(
                    "import sys; sys.stdout.buffer.write(b'\\xef\\xbb\\xbf{\"action\":\"deny\",\"reason\":\"bom\"}\\r\\n')")) {
                assertThat(stage.bash("ls").reason()).isEqualTo("bom");
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "raise Exception('boom')",
                    "import sys; sys.exit(2)",
                    "print('no json')",
                    "print('{\"action\": \"allow\"}')",
                    "print('{} {}')",
                    "print('{\"action\":\"continue\"}\\n{\"action\":\"deny\"}')",
                    "import sys; sys.stdout.buffer.write(b'\\x00')",
                    "import sys; sys.stdout.buffer.write(b'{\"action\": \"\\xff\\xfe\"}')",
                    "print('x' * 5000000)",
                    "import time; time.sleep(60)",
                    "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
                })
        void that_fails_denies_and_is_recorded_as_failed(String script) {
            try (HookStage stage = cold(script)) {
                HookOutcome outcome = stage.bash("ls");

                assertThat(outcome.reason()).startsWith("Guard guard unavailable");
                assertThat(HookStage.runs(outcome))
                        .singleElement()
                        .satisfies(it -> assertThat(it.failure()).isNotNull());
            }
        }

        @Test
        void is_called_for_its_tools_and_pattern_only() {
            try (HookStage stage = stage("print('{\"action\":\"deny\"}')", ", tools: [Bash], pattern: 'rm\\s'")) {
                assertThat(stage.bash("rm x").denied()).isTrue();
                assertThat(stage.bash("ls").denied()).isFalse();
                assertThat(stage.emit("tool:pre", "tool_name", "Read", "tool_input", EventData.of("file_path", "rm x"))
                                .denied())
                        .isFalse();
            }
        }

        @Test
        void has_no_secret_of_the_host_and_a_payload_of_10_MB_goes_through() {
            try (HookStage stage = cold("""
                    import json, os, sys
                    doc = json.load(sys.stdin)
                    names = sorted(set(os.environ) - {"PATH", "HOME", "LANG", "LC_ALL", "USER", "LOGNAME", "SHELL", "TERM", "TZ", "PWD",
                        "TMPDIR", "CARABINER_RUN", "LANGUAGE", "_", "SHLVL", "OLDPWD"})
                    names = [n for n in names if not n.startswith(("LC_", "PYENV", "_PYENV"))]
                    print(json.dumps({"action": "deny", "reason": "%d %s" % (len(doc["data"]["tool_input"]["command"]), names)}))
                    """)) {
                assertThat(stage.bash("y".repeat(10_000_000)).reason()).isEqualTo("10000000 []");
            }
        }
    }

    @Nested
    class Warm {

        @Test
        void is_one_process_for_many_events_and_is_gone_afterwards() {
            try (HookStage stage = warm("for doc in each(): answer(doc, action='deny', reason=str(os.getpid()))")) {
                String pid = stage.bash("ls").reason();
                for (int i = 0; i < 20; i++) {
                    assertThat(stage.bash("ls").reason()).isEqualTo(pid);
                }
                assertThat(isRunning()).isTrue();
            }
            assertThat(isRunning()).isFalse();
        }

        /** Confined, it does not know its number on this system. */
        private boolean isRunning() {
            return ProcessHandle.allProcesses()
                    .anyMatch(it -> it.info().commandLine().orElse("").contains(directory.resolve("hook.py") + ""));
        }

        @Test
        void answers_several_requests_in_any_order() throws Exception {
            try (HookStage stage = warm("""
                            docs = []
                            for doc in each():
                                docs.append(doc)
                                if len(docs) == 4:
                                    for d in reversed(docs): answer(d, action="deny", reason=d["data"]["tool_input"]["command"])
                            """);
                    ExecutorService threads = Executors.newFixedThreadPool(4)) {
                List<Future<HookOutcome>> all = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    String command = "c" + i;
                    all.add(threads.submit(() -> stage.bash(command)));
                }
                for (int i = 0; i < 4; i++) {
                    assertThat(all.get(i).get().reason()).isEqualTo("c" + i);
                }
            }
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "for doc in each(): time.sleep(60)",
                    "time.sleep(60)",
                    "for doc in each(): sys.exit(0)",
                    "sys.exit(3)",
                    "for doc in each(): answer({'id': 'another'}, action='continue')",
                    "for doc in each():\n  while True: answer({'id': 'x'})",
                    "for doc in each():\n  while True: sys.stdout.write('x' * 65536)",
                    "for doc in each(): print('hello', flush=True)",
                    "for doc in each(): answer(doc, action='perhaps')",
                    "for doc in each(): answer(doc, error='boom')"
                })
        void that_hangs_dies_floods_or_lies_denies_and_leaves_nothing(String script) {
            try (HookStage stage = warm(script)) {
                assertThat(stage.bash("ls").reason()).startsWith("Guard guard unavailable");
            }
            assertThat(ProcessHandle.current()
                            .descendants()
                            .filter(it -> it.info().commandLine().orElse("").contains(directory.toString())))
                    .isEmpty();
        }

        @Test
        void is_started_again_when_it_has_died_and_only_the_first_answer_counts() {
            try (HookStage stage = warm("""
                    for doc in each():
                        if doc["data"]["tool_input"]["command"] == "die": os._exit(1)
                        answer(doc, action="deny", reason="first")
                        answer(doc, action="continue")
                    """)) {
                assertThat(stage.bash("ls").reason()).isEqualTo("first");
                assertThat(stage.bash("die").reason()).contains("unavailable");
                assertThat(stage.bash("ls").reason()).isEqualTo("first");
                assertThat(stage.bash("ls").reason()).isEqualTo("first");
            }
        }
    }

    @Nested
    class Settings {

        @Test
        void that_cannot_be_used_are_told_before_anything_runs() {
            assertThatThrownBy(() -> stage("", ", pattern: '['")).hasMessageContaining("no regular expression");
            assertThatThrownBy(() -> stage("", ", events: [nonsense]")).hasMessageContaining("nonsense");
        }

        @Test
        void let_hooks_of_one_event_run_at_the_same_time() {
            HookStage.write(directory.resolve("slow.py"), "import time; time.sleep(0.5)");
            StringBuilder hooks = new StringBuilder();
            for (int i = 0; i < 4; i++) {
                hooks.append("""
                          - {module: command, name: slow-%d, timeout: 20s, config: {command: [python3], file: slow.py, concurrent: true}}
                        """.formatted(i));
            }
            try (HookStage stage = HookStage.of(directory, hooks.toString())) {
                long begin = System.nanoTime();
                assertThat(stage.bash("ls").action()).isEqualTo(Action.CONTINUE);
                assertThat(HookStage.runs(stage.bash("ls"))).hasSize(4);
                assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
            }
        }
    }
}
