package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Attributes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TerminalApprovalTest {

    private static final String UP = "\u001B[A";
    private static final String DOWN = "\u001B[B";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private Pty pty;
    private Screen screen;
    private TerminalApproval approval;

    private void terminal(int columns, int rows) throws Exception {
        pty = new Pty(columns, rows);
        screen = Screen.live(pty.terminal().writer(), new Ink(true, true), () -> columns);
        approval = new TerminalApproval(pty.terminal(), screen, Duration.ofMillis(1));
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        threads.awaitTermination(10, TimeUnit.SECONDS);
        screen.close();
        pty.close();
    }

    private Future<String> ask(ApprovalRequest request) {
        return threads.submit(() -> approval.requestApproval(request));
    }

    private static ApprovalRequest request(String command, String... options) {
        return request(
                "Allow pushing?", EventData.of("tool_name", "Bash", "tool_input", Map.of("command", command)), options);
    }

    private static ApprovalRequest request(String prompt, EventData data, String... options) {
        Question question = new Question(
                "push-guard", prompt, List.of(options), Duration.ofMinutes(5), Decision.DENY, "it is a push");
        return new ApprovalRequest("r-1", "s-1", "tool:pre", question, data, "digest", Instant.now());
    }

    private static String answer(Future<String> asked) throws Exception {
        return asked.get(20, TimeUnit.SECONDS);
    }

    @Nested
    class Question_ {

        @Test
        void shows_who_asks_what_why_and_the_operation() throws Exception {
            terminal(80, 24);
            ask(request("git push", "Allow once", "Deny"));

            pty.await("denied in 4:5");
            assertThat(pty.text()).isEqualToIgnoringWhitespace("""
                    push-guard asks: Allow pushing?
                    because: it is a push
                      │ tool_name: "Bash"
                      │ tool_input:
                      │   command: "git push"
                       1  Allow once
                     ❯ 2  Deny
                      arrows or numbers, Enter answers; denied in 4:59
                    """);
        }

        @Test
        void fits_a_narrow_terminal() throws Exception {
            terminal(30, 24);
            ask(request("git push --force-with-lease origin main", "Allow once", "Deny"));

            pty.await("denied in 4:5");
            assertThat(pty.text()).contains("❯ 2  Deny");
            pty.type("2");
            pty.await("✗ Deny");
            assertThat(pty.text()).containsOnlyOnce("Deny").doesNotContain("❯");
        }

        @Test
        void shows_hostile_text_escaped() throws Exception {
            terminal(80, 24);
            ask(request("rm \u001B[2K\u001B]0;title\u0007 \u202Efdp.sh\u202C", "Allow", "Deny"));

            pty.await("denied in");
            assertThat(pty.text())
                    .contains("rm \\\\u001B[2K".replace("\\\\", "\\"))
                    .contains("\\u202E");
            assertThat(pty.raw())
                    .doesNotContain("\u001B[2K\u001B]0")
                    .doesNotContain("\u202E")
                    .doesNotContain("\u0007");
        }
    }

    @Nested
    class Keys_ {

        @Test
        void enter_alone_is_the_safe_answer() throws Exception {
            terminal(80, 24);
            Future<String> asked = ask(request("git push", "Allow once", "Allow always", "Deny"));

            pty.await("denied in");
            assertThat(pty.text()).contains("❯ 3  Deny");
            pty.type("\r");

            assertThat(answer(asked)).isEqualTo("Deny");
        }

        @Test
        void arrows_move_the_focus_round() throws Exception {
            terminal(80, 24);
            Future<String> asked = ask(request("git push", "Allow once", "Allow always", "Deny"));

            pty.await("denied in");
            pty.type(DOWN);
            pty.await("❯ 1  Allow once");
            pty.type(UP);
            pty.await("❯ 3  Deny");
            pty.type("\u001BOA");
            pty.await("❯ 2  Allow always");
            pty.type("\r");

            assertThat(answer(asked)).isEqualTo("Allow always");
        }

        @Test
        void a_number_answers_and_escape_refuses() throws Exception {
            terminal(80, 24);
            Future<String> first = ask(request("git push", "Allow once", "Deny"));
            pty.await("denied in");
            pty.type("91");
            assertThat(answer(first)).isEqualTo("Allow once");

            Future<String> second = ask(request("git fetch", "Allow once", "Deny"));
            pty.await("git fetch"); // from here on, what stands there is this question's
            pty.await("denied in");
            pty.type("\u001B");
            assertThat(answer(second)).isEqualTo("Deny");
        }

        @Test
        void typed_before_the_question_are_no_answer() throws Exception {
            terminal(80, 24);
            approval = new TerminalApproval(pty.terminal(), screen, Duration.ofMillis(500));
            pty.type("1\r1\r");
            Future<String> asked = ask(request("git push", "Allow once", "Deny"));

            pty.await("one moment");
            pty.type("1");
            pty.await("denied in");
            assertThat(asked.isDone()).isFalse();
            pty.type("1");

            assertThat(answer(asked)).isEqualTo("Allow once");
        }

        @Test
        void can_refuse_where_only_consent_is_offered() throws Exception {
            terminal(80, 24);
            Future<String> asked = ask(request("git push", "Allow"));

            pty.await("denied in");
            assertThat(pty.text()).contains("❯ 2  Deny");
            pty.type("\r");

            assertThat(answer(asked)).isEqualTo("Deny");
        }
    }

    @Nested
    class Hidden_content {

        @Test
        void must_be_opened_to_the_end_before_it_can_be_allowed() throws Exception {
            terminal(80, 20);
            String script = "echo harmless\n".repeat(40) + "rm -rf precious";
            Future<String> asked = ask(request(script, "Allow once", "Deny"));

            pty.await("denied in");
            assertThat(pty.text()).contains("Show everything");
            assertThat(pty.text()).contains("hidden").doesNotContain("precious");
            pty.type("1");
            pty.await("open it first");
            pty.type("o");
            pty.await("Space: more");
            pty.type("q");
            pty.await("Not all of it was shown");
            pty.type("1");
            pty.await("open it first");
            pty.type("o");
            pty.await("Space: more");
            pty.type("e");
            pty.await("rm -rf precious");
            pty.await("denied in");
            pty.type("1");

            assertThat(answer(asked)).isEqualTo("Allow once");
        }

        @Test
        void can_be_refused_unopened() throws Exception {
            terminal(80, 20);
            Future<String> asked = ask(request("x".repeat(10_000), "Allow once", "Deny"));

            pty.await("denied in");
            assertThat(pty.text()).contains("Show everything");
            assertThat(pty.text()).contains("9600 more characters are hidden");
            pty.type("2");

            assertThat(answer(asked)).isEqualTo("Deny");
        }

        @Test
        void of_a_long_prompt_counts_too() throws Exception {
            terminal(80, 20);
            EventData data = EventData.of("tool_name", "Bash");
            Future<String> asked = ask(request("line\n".repeat(30) + "the catch", data, "Allow", "Deny"));

            pty.await("denied in");
            assertThat(pty.text()).contains("Show everything");
            pty.type("1");
            pty.await("open it first");
            pty.type("2");

            assertThat(answer(asked)).isEqualTo("Deny");
        }
    }

    @Nested
    class Several_threads {

        @Test
        void ask_one_after_another() throws Exception {
            terminal(80, 24);
            Future<String> first = ask(request("first", "Allow", "Deny"));
            pty.await("denied in");
            Future<String> second = ask(request("second", "Allow", "Deny"));
            pty.type("1");
            assertThat(answer(first)).isEqualTo("Allow");
            pty.await("\"second\"");
            pty.await("denied in");
            pty.type("2");

            assertThat(answer(second)).isEqualTo("Deny");
        }

        @Test
        void write_behind_the_question_not_into_it() throws Exception {
            terminal(80, 24);
            Future<String> asked = ask(request("git push", "Allow", "Deny"));
            pty.await("denied in");
            screen.line("meanwhile");
            pty.type(UP);
            pty.await("❯ 1  Allow");
            assertThat(pty.text()).doesNotContain("meanwhile");
            pty.type("2");
            answer(asked);

            pty.await("meanwhile");
            assertThat(pty.text().indexOf("meanwhile")).isGreaterThan(pty.text().indexOf("✗ Deny"));
        }
    }

    @Nested
    class End {

        @Test
        void by_interruption_leaves_the_terminal_as_it_was() throws Exception {
            terminal(80, 24);
            Attributes before = pty.terminal().getAttributes();
            CompletableFuture<Throwable> ended = new CompletableFuture<>();
            Thread asking = Thread.ofVirtual().start(() -> {
                try {
                    approval.requestApproval(request("git push", "Allow", "Deny"));
                } catch (Throwable e) {
                    ended.complete(e);
                }
            });
            pty.await("denied in");
            asking.interrupt();

            assertThat(ended.get(20, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
            pty.await("the question is over");
            assertThat(pty.text()).doesNotContain("denied in");
            assertThat(pty.terminal().getAttributes().toString()).isEqualTo(before.toString());
        }

        @Test
        void by_timeout_is_the_kernels() throws Exception {
            terminal(80, 24);
            HookRegistry hooks = new HookRegistry();
            hooks.on("tool:pre", (event, data) -> HookResult.ask("Now?").timeout(Duration.ofMillis(700)));
            SessionCoordinator session = SessionCoordinator.builder()
                    .hooks(hooks)
                    .approvals(approval)
                    .build();

            HookOutcome outcome =
                    session.permitTool("Bash", Map.of("command", "date")).outcome();

            assertThat(outcome.reason()).startsWith("Approval timeout - denied by default");
            pty.await("the question is over");
        }
    }
}
