package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EventPrinterTest {

    private final StringWriter written = new StringWriter();
    private final HookRegistry hooks = new HookRegistry();

    private void watch(Styles styles, int width) {
        new EventPrinter(Screen.plain(new PrintWriter(written), styles, width)).watch(hooks);
    }

    private void emit(String event, Object... fields) {
        Map<String, Object> data = new LinkedHashMap<>(Map.of("session_id", "s-1"));
        for (int i = 0; i < fields.length; i += 2) {
            data.put((String) fields[i], fields[i + 1]);
        }
        hooks.emit(event, data);
    }

    private void streamed(String... deltas) {
        emit("provider:request", "provider", "p");
        emit("content_block:start", "index", 0, "block_type", "text");
        for (String delta : deltas) {
            emit("content_block:delta", "index", 0, "delta", delta);
        }
        emit("content_block:end", "index", 0, "block_type", "text");
        emit("provider:response", "provider", "p", "message", Map.of("content", String.join("", deltas)));
    }

    @Nested
    class Answers {

        @Test
        void appear_as_they_come_and_once() {
            watch(Styles.PLAIN, 80);
            emit("prompt:submit", "prompt", "hello");
            streamed("Good ", "morning,\nwhat ", "now?");
            emit("prompt:complete", "prompt", "hello", "response", "Good morning,\nwhat now?");

            assertThat(written).hasToString("Good morning,\nwhat now?\n");
        }

        @Test
        void that_say_only_why_there_is_none_are_said_once() {
            watch(Styles.PLAIN, 80);
            emit("prompt:submit", "prompt", "hello");
            emit("error:provider", "provider", "p", "error", Map.of("message", "not reached"));
            emit("prompt:complete", "prompt", "hello", "response", "p failed: not reached (tried 4 times)");
            emit("prompt:submit", "prompt", "hello");
            emit("prompt:complete", "prompt", "hello", "response", "p failed: not reached, said a hook");

            assertThat(written.toString().lines().map(String::strip))
                    .containsExactly("└ ✗ p failed: not reached", "p failed: not reached, said a hook");
        }

        @Test
        void that_are_not_streamed_appear_whole() {
            watch(Styles.PLAIN, 80);
            emit("prompt:submit", "prompt", "hello");
            emit("provider:request", "provider", "p");
            emit("provider:response", "provider", "p", "message", Map.of("content", "Good morning"));
            emit("prompt:complete", "prompt", "hello", "response", "Good morning");

            assertThat(written).hasToString("Good morning\n");
        }

        @Test
        void of_a_refused_prompt_are_the_reason() {
            watch(Styles.PLAIN, 80);
            emit("prompt:submit", "prompt", "hello");
            emit("prompt:complete", "prompt", "hello", "response", "Not on Sundays");

            assertThat(written).hasToString("Not on Sundays\n");
        }

        @Test
        void cannot_steer_the_terminal() {
            watch(new Styles(true, true), 80);
            streamed("a\u001B", "[2J\u009Bb\r\u202Ec ", "\uD83D", "\uDE00!");

            assertThat(written).hasToString("a\\u001B[2J\\u009Bb\\r\\u202Ec \uD83D\uDE00!\n");
        }

        @Test
        void leave_out_the_making_of_tool_calls() {
            watch(Styles.PLAIN, 80);
            emit("content_block:start", "index", 1, "block_type", "tool_use");
            emit("content_block:delta", "index", 1, "delta", "{\"file_path\"");
            emit("content_block:end", "index", 1, "block_type", "tool_use");

            assertThat(written).hasToString("");
        }
    }

    @Nested
    class Tools {

        @Test
        void have_a_line_for_the_call_and_one_for_the_result() {
            watch(Styles.PLAIN, 80);
            emit("tool:pre", "tool_name", "Read", "tool_input", Map.of("file_path", "src/A.java"));
            emit("tool:post", "tool_name", "Read", "tool_result", Map.of("success", true, "output", "1\n2\n3\n"));

            assertThat(written).hasToString("""
                    ● Read src/A.java
                      └ 3 lines
                    """);
        }

        @Test
        void show_what_they_change_in_colour() {
            watch(new Styles(true, true), 80);
            String diff = "--- a/A\n+++ b/A\n@@ -1,2 +1,2 @@\n same\n-old\u001B[0m\n+new\n";
            emit("tool:pre", "tool_name", "Edit", "tool_input", Map.of("file_path", "A"));
            emit("tool:post", "tool_name", "Edit", "tool_result", Map.of("output", "ok", "diff", diff));

            assertThat(written.toString())
                    .contains("1 line added, 1 removed")
                    .contains("\u001B[36m@@ -1,2 +1,2 @@\u001B[0m")
                    .contains("\u001B[31m-old\\u001B[0m\u001B[0m")
                    .contains("\u001B[32m+new\u001B[0m")
                    .contains("\n     same\n");
        }

        @Test
        void that_say_much_are_cut_and_counted() {
            watch(Styles.PLAIN, 40);
            emit(
                    "tool:pre",
                    "tool_name",
                    "Bash",
                    "tool_input",
                    Map.of("command", "seq 100 | tr x y # " + "z".repeat(50)));
            emit(
                    "tool:post",
                    "tool_name",
                    "Bash",
                    "duration_ms",
                    2345,
                    "tool_result",
                    Map.of("success", false, "exit_code", 3, "output", "one\ntwo\nthree\nfour\nfive"));

            assertThat(written).hasToString("""
                    ● Bash seq 100 | tr x y # zzzzzzzzzzzzz…
                      └ exit code 3 (2.3 s)
                        one
                        two
                        three
                        … 2 more lines
                    """);
            assertThat(written.toString().lines()).allMatch(line -> TextWidth.of(line) <= 40);
        }

        @Test
        void that_are_denied_say_why_once() {
            watch(Styles.PLAIN, 80);
            hooks.on("tool:pre", (event, data) -> HookResult.deny("too dangerous"));
            emit("tool:pre", "tool_name", "Bash", "tool_input", Map.of("command", "rm -rf /"));
            emit("approval:denied", "reason", "too dangerous");
            emit("policy:violation", "reason", "too dangerous", "tool_name", "Bash");

            assertThat(written).hasToString("""
                    ● Bash rm -rf /
                      └ ✗ denied: too dangerous
                    """);
        }

        @Test
        void that_are_denied_at_this_terminal_do_not_repeat_the_question() {
            watch(Styles.PLAIN, 80);
            emit("tool:pre", "tool_name", "Bash", "tool_input", Map.of("command", "make"));
            String reason = "User denied: Run it? make";
            emit("approval:denied", "reason", reason, "prompt", "Run it? make", "channel", "terminal");
            emit("policy:violation", "reason", reason, "tool_name", "Bash");

            assertThat(written).hasToString("""
                    ● Bash make
                      └ ✗ denied: User denied
                    """);
        }

        @Test
        void that_are_denied_for_the_same_reason_say_it_each() {
            watch(Styles.PLAIN, 80);
            hooks.on("tool:pre", (event, data) -> HookResult.deny("too dangerous"));
            for (String command : List.of("rm -rf /", "rm -rf /usr")) {
                emit("tool:pre", "tool_name", "Bash", "tool_input", Map.of("command", command));
                emit("policy:violation", "reason", "too dangerous", "tool_name", "Bash");
            }

            assertThat(written).hasToString("""
                    ● Bash rm -rf /
                      └ ✗ denied: too dangerous
                    ● Bash rm -rf /usr
                      └ ✗ denied: too dangerous
                    """);
        }

        @Test
        void whose_input_a_hook_changes_say_so() {
            watch(Styles.PLAIN, 80);
            hooks.on(
                    "tool:pre",
                    (event, data) ->
                            HookResult.modify(data.update("tool_input", input -> input.with("command", "ls -l"))
                                    .asMap()));
            emit("tool:pre", "tool_name", "Bash", "tool_input", Map.of("command", "ls"));

            assertThat(written).hasToString("""
                    ● Bash ls
                      └ changed by a hook: Bash ls -l
                    """);
        }

        @Test
        void of_sub_agents_are_indented() {
            watch(Styles.PLAIN, 80);
            emit("tool:pre", "tool_name", "Task", "tool_input", Map.of("subagent_type", "explorer", "prompt", "look"));
            hooks.emit("session:fork", Map.of("session_id", "s-2", "parent_session_id", "s-1"));
            hooks.emit(
                    "tool:pre", Map.of("session_id", "s-2", "tool_name", "Glob", "tool_input", Map.of("pattern", "*")));
            hooks.emit(
                    "tool:post",
                    Map.of("session_id", "s-2", "tool_name", "Glob", "tool_result", Map.of("output", "a")));
            hooks.emit("content_block:delta", Map.of("session_id", "s-2", "index", 0, "delta", "two\nlines"));

            assertThat(written).hasToString("""
                    ● Task explorer: look
                      ● Glob *
                        └ 1 line
                      two
                      lines""");
        }

        @Test
        void at_the_same_time_are_told_apart() {
            watch(Styles.PLAIN, 80);
            emit("tool:pre", "tool_name", "Read", "tool_input", Map.of("file_path", "A"));
            emit("tool:pre", "tool_name", "Read", "tool_input", Map.of("file_path", "B"));
            emit(
                    "tool:post",
                    "tool_name",
                    "Read",
                    "tool_input",
                    Map.of("file_path", "A"),
                    "tool_result",
                    Map.of("output", "x"));

            assertThat(written.toString()).endsWith("  └ Read A: 1 line\n");
        }

        @Test
        void with_hostile_names_do_no_harm() {
            watch(Styles.PLAIN, 80);
            emit("tool:pre", "tool_name", "Re\u001B[31mad", "tool_input", Map.of("file_path", "a\nb\u0007"));
            emit("error:tool", "tool_name", "Re\u001Bad", "error", Map.of("message", "no\u001B[1m"));

            assertThat(written).hasToString("""
                    ● Re\\u001B[31mad a\\nb\\u0007
                      └ ✗ Re\\u001Bad failed: no\\u001B[1m
                    """);
        }
    }

    @Nested
    class Other_events {

        @Test
        void that_matter_have_a_line() {
            watch(Styles.PLAIN, 80);
            emit("provider:retry", "provider", "p", "attempt", 2, "delay_ms", 1500);
            emit("context:post_compact", "trigger", "auto", "previous_tokens", 900, "current_tokens", 300);
            emit("context:post_compact", "trigger", "manual", "previous_tokens", 300, "current_tokens", 300);
            emit("module:load_failed", "module", "linter", "error", Map.of("message", "no such command"));
            emit("cancel:requested", "level", "graceful");

            assertThat(written).hasToString("""
                      └ p did not answer, attempt 2; again in 1.5 s
                      └ Conversation compacted from 900 to 300 tokens
                      └ ✗ linter failed: no such command
                      └ Stopping after the running tool; Ctrl-C again stops it now
                    """);
        }

        @Test
        void of_an_address_where_nothing_answers_say_what_to_check() {
            watch(Styles.PLAIN, 0);
            emit("error:provider", "provider", "p", "error", Map.of("type", "connection", "message", "no http://x:1"));

            assertThat(written).hasToString("""
                      └ ✗ p failed: no http://x:1
                        Check that the service runs at this address, that base_url in the bundle names it, and the network.
                    """);
        }

        @Test
        void of_any_shape_break_nothing() {
            watch(Styles.PLAIN, 80);
            emit("tool:pre", "tool_name", 7, "tool_input", "none");
            emit("tool:post", "tool_result", List.of(1), "duration_ms", "long");
            emit("error:provider", "error", "text");
            emit("some:event", "a", 1);
            emit("content_block:delta", "delta", 5);

            assertThat(hooks.emit("tool:pre", Map.of("x", 1)).runs()).allMatch(run -> run.failure() == null);
        }
    }
}
