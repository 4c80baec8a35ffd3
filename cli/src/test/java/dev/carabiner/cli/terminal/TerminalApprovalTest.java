package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import org.jline.terminal.Size;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TerminalApprovalTest extends ApprovalsOnPty {

    private static final String UP = "\u001B[A";
    private static final String DOWN = "\u001B[B";

    @Nested
    class Question_ {

        @Test
        void shows_who_asks_what_why_and_the_operation() throws Exception {
            terminal(80, 24);
            ask(request("git push", "Allow once", "Deny"));

            pty.await(text -> text.matches("(?s).*denied in 4:5\\d.*"), "the time that is left");
            assertThat(pty.text().replaceFirst("4:5\\d", "4:59")).isEqualToIgnoringWhitespace("""
                    push-guard asks: Allow pushing?
                    because: it is a push
                      │ tool_name: "Bash"
                      │ tool_input:
                      │   command: "git push"
                       1  Allow once
                     ❯ 2  Deny
                      arrows and Enter, or a number; denied in 4:59
                    """);
        }

        @Test
        void says_in_hours_how_long_it_waits_if_it_does_so_for_hours() throws Exception {
            terminal(80, 24);
            ask(new ApprovalRequest(
                    "r-1",
                    "s-1",
                    "tool:pre",
                    new Question("push-guard", "Push?", List.of("Deny"), Duration.ofMinutes(90), Decision.DENY, ""),
                    EventData.of("tool_name", "Bash", "tool_input", EventData.of("command", "git push")),
                    "digest",
                    Instant.now()));

            pty.await(text -> text.contains("denied in 1 h 29 min"), "the time that is left");
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
        void leaves_nothing_behind_on_a_narrow_terminal_when_all_of_it_was_shown() throws Exception {
            terminal(20, 60);
            ask(request("echo harmless\n".repeat(35) + "the end", "Allow once", "Deny"));

            pty.await("denied in 4:5");
            pty.type("o");
            pty.await("Space");
            assertThat(pty.text().lines().toList().getLast()).startsWith("  Space, e, q; 5");
            pty.type(" ");
            pty.await("the end");
            pty.await("❯ 2  Deny");
            assertThat(pty.text()).doesNotContain("Space");
        }

        @Test
        void is_drawn_once_where_nothing_can_be_drawn_over() throws Exception {
            pty = new Pty(80, 24, "dumb");
            screen = Screen.live(pty.terminal().writer(), new Styles(false, true), () -> 80);
            approval = new TerminalApproval(pty.terminal(), screen, Duration.ofMillis(300), System::nanoTime);
            Future<String> asked = ask(request("git push", "Allow once", "Deny"));

            pty.await("a number and Enter; denied in 4:5");
            assertThat(pty.text()).containsOnlyOnce("Deny").doesNotContain("one moment");
            pty.type("1\r");

            assertThat(answer(asked)).isEqualTo("Allow once");
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
        void answer_too_on_a_terminal_that_does_not_know_its_size() throws Exception {
            terminal(80, 24);
            pty.terminal().setSize(new Size());
            Future<String> asked = ask(request("git push", "Allow once", "Deny"));

            pty.await("denied in");
            assertThat(pty.text()).contains("git push").contains("❯ 2  Deny");
            pty.type("1");

            assertThat(answer(asked)).isEqualTo("Allow once");
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
            approval = new TerminalApproval(pty.terminal(), screen, Duration.ofMillis(500), System::nanoTime);
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
}
