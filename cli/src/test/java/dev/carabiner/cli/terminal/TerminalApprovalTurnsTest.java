package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Attributes;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Who may use the terminal when, and how it is left. */
class TerminalApprovalTurnsTest extends ApprovalsOnPty {

    private static final String UP = "\u001B[A";

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
