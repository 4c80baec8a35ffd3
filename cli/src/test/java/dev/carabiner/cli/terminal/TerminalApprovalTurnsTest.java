package dev.carabiner.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.testkit.RecordedPending;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
    class Beside_another_channel {

        private final AtomicReference<PendingApproval> elsewhere = new AtomicReference<>();
        private final List<AuditRecord> records = new CopyOnWriteArrayList<>();

        private Future<HookOutcome> asked() {
            HookRegistry hooks = new HookRegistry();
            hooks.on("tool:pre", (event, data) -> HookResult.ask("Now?"));
            ApprovalChannel page = new ApprovalChannel() {
                @Override
                public AutoCloseable offer(PendingApproval pending) {
                    elsewhere.set(pending);
                    return () -> {};
                }

                @Override
                public String name() {
                    return "web";
                }
            };
            SessionCoordinator session = SessionCoordinator.builder()
                    .hooks(hooks)
                    .channels(List.of(page, approval))
                    .audit(records::add)
                    .build();
            return inBackground(
                    () -> session.permitTool("Bash", Map.of("command", "date")).outcome());
        }

        private AuditRecord.ApprovalDecided recorded() {
            return records.stream()
                    .filter(AuditRecord.ApprovalDecided.class::isInstance)
                    .map(AuditRecord.ApprovalDecided.class::cast)
                    .findFirst()
                    .orElseThrow();
        }

        @Test
        void an_answer_there_takes_the_menu_away_and_the_terminal_says_who_decided() throws Exception {
            terminal(80, 24);
            Attributes before = pty.terminal().getAttributes();
            Future<HookOutcome> outcome = asked();
            pty.await("denied in");
            PendingApproval pending = elsewhere.get();
            pending.decide("Allow", "anna", pending.request().digest());

            assertThat(outcome.get(20, TimeUnit.SECONDS).denied()).isFalse();
            pty.await("allowed by anna (web)");
            assertThat(pty.text()).doesNotContain("denied in").doesNotContain("❯");
            assertThat(pty.terminal().getAttributes().toString()).isEqualTo(before.toString());
        }

        @Test
        void an_answer_here_is_on_record_with_the_person_and_the_channel() throws Exception {
            terminal(80, 24);
            Future<HookOutcome> outcome = asked();
            pty.await("denied in");
            pty.type("1");

            assertThat(outcome.get(20, TimeUnit.SECONDS).denied()).isFalse();
            pty.await("✓ Allow");
            assertThat(recorded().channel()).isEqualTo("terminal");
            assertThat(recorded().decidedBy()).isEqualTo(System.getProperty("user.name"));
            assertThat(elsewhere.get().decision().channel()).isEqualTo("terminal");
        }

        @Test
        void a_lost_one_leaves_the_terminal_to_answer() throws Exception {
            terminal(80, 24);
            Future<HookOutcome> outcome = asked();
            pty.await("denied in");
            elsewhere.get().failed(new IllegalStateException("connection lost"));
            pty.type("2");

            assertThat(outcome.get(20, TimeUnit.SECONDS).reason()).isEqualTo("User denied: Now?");
        }

        @Test
        void a_key_pressed_after_the_decision_changes_nothing() throws Exception {
            terminal(80, 24);
            Future<HookOutcome> outcome = asked();
            pty.await("denied in");
            PendingApproval pending = elsewhere.get();
            pending.decide("Deny", "anna", pending.request().digest());
            pty.type("1");

            assertThat(outcome.get(20, TimeUnit.SECONDS).denied()).isTrue();
            pty.await("denied by anna (web)");
            assertThat(recorded().decidedBy()).isEqualTo("anna");
        }
    }

    @Nested
    class End {

        @Test
        void by_being_taken_away_leaves_the_terminal_as_it_was() throws Exception {
            terminal(80, 24);
            Attributes before = pty.terminal().getAttributes();
            AutoCloseable shown = approval.offer(new RecordedPending(request("git push", "Allow", "Deny")));
            pty.await("denied in");
            shown.close();

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
                    .channels(List.of(approval))
                    .build();

            HookOutcome outcome =
                    session.permitTool("Bash", Map.of("command", "date")).outcome();

            assertThat(outcome.reason()).startsWith("Approval timeout - denied by default");
            pty.await("the question is over");
        }
    }
}
