package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalTimeoutException;
import dev.carabiner.approval.Decision;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** No answer comes, or no person can be asked. */
class ApprovalSilenceTest {

    private final Recording recording = new Recording();

    @Nested
    class The_timeout {

        @Test
        void is_enforced_by_the_kernel_and_interrupts_the_approval_system() throws Exception {
            var interrupted = new CountDownLatch(1);
            recording.asks(HookResult.ask("Sure?").timeout(Duration.ofMillis(50)));

            var outcome = recording
                    .asking(request -> {
                        try {
                            Thread.sleep(60_000);
                            return "Allow";
                        } catch (InterruptedException e) {
                            interrupted.countDown();
                            throw e;
                        }
                    })
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("Approval timeout - denied by default: Sure?");
            assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        }

        @Test
        void is_only_what_has_taken_its_time() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));

            var outcome = recording
                    .asking(request -> {
                        throw new ApprovalTimeoutException("gave up");
                    })
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("Nobody could be asked - denied by default: Sure?");
        }

        @Test
        void is_only_what_has_taken_its_time_for_a_channel_too() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));
            ApprovalChannel throwing = pending -> {
                throw new ApprovalTimeoutException("gave up");
            };
            ApprovalChannel reporting = pending -> {
                pending.failed(new ApprovalTimeoutException("gave up later"));
                return () -> {};
            };

            var outcome = recording
                    .builder()
                    .channels(List.of(throwing, reporting))
                    .build()
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("Nobody could be asked - denied by default: Sure?");
        }

        @RepeatedTest(20)
        void is_a_timeout_also_if_the_system_has_waited_that_long_itself() {
            recording.asks(HookResult.ask("Sure?").timeout(Duration.ofMillis(20)));

            var outcome = recording
                    .asking(request -> {
                        Thread.sleep(request.timeout());
                        throw new ApprovalTimeoutException();
                    })
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("Approval timeout - denied by default: Sure?");
        }

        @Test
        void grants_if_the_question_says_so_and_is_recorded_as_such_and_never_remembered() {
            recording.asks(HookResult.ask("Sure?")
                    .options("Allow always", "Deny")
                    .timeout(Duration.ZERO)
                    .byDefault(Decision.ALLOW));
            var session = recording.asking(request -> {
                Thread.sleep(60_000);
                return "Deny";
            });

            assertThat(session.emit("tool:pre", Map.of()).denied()).isFalse();
            assertThat(session.emit("tool:pre", Map.of()).denied()).isFalse();

            assertThat(recording.records(ApprovalDecided.class))
                    .extracting(ApprovalDecided::how)
                    .containsExactly("timeout", "timeout");
        }

        @Test
        void always_denies_for_a_hook_whose_failures_deny() {
            recording.hooks.register(
                    HookOptions.forEvent("tool:pre").onFailure(FailurePolicy.DENY),
                    (event, data) ->
                            HookResult.ask("Sure?").timeout(Duration.ZERO).byDefault(Decision.ALLOW));

            var outcome = recording
                    .asking(request -> {
                        Thread.sleep(60_000);
                        return "Allow";
                    })
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).startsWith("Approval timeout - denied by default");
        }
    }

    @Nested
    class Without_an_answer_it_denies {

        @Test
        void when_there_is_no_approval_system() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));

            assertThat(recording.session().emit("tool:pre", Map.of()).reason())
                    .isEqualTo("No approval system available");
        }

        @Test
        void when_the_approval_system_throws() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));

            var outcome = recording
                    .asking(request -> {
                        throw new IllegalStateException("no terminal");
                    })
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("Approval system failed: no terminal");
        }

        @Test
        void when_the_approval_system_answers_null() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));

            assertThat(recording.answering(null).emit("tool:pre", Map.of()).reason())
                    .startsWith("Approval system failed");
        }

        @Test
        void when_the_session_is_cancelled_while_the_question_waits() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));
            var sessions = new ArrayList<SessionCoordinator>();
            var session = recording.asking(request -> {
                sessions.getFirst().cancellation().requestGraceful();
                Thread.sleep(60_000);
                return "Allow";
            });
            sessions.add(session);

            assertThat(session.emit("tool:pre", Map.of()).reason()).isEqualTo("Approval cancelled: Sure?");
        }

        @Test
        void when_the_waiting_thread_is_interrupted_and_the_flag_stays_set() {
            recording.asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));
            Thread emitting = Thread.currentThread();

            var outcome = recording
                    .asking(request -> {
                        emitting.interrupt();
                        Thread.sleep(60_000);
                        return "Allow";
                    })
                    .emit("tool:pre", Map.of());

            assertThat(Thread.interrupted()).isTrue();
            assertThat(outcome.reason()).isEqualTo("Interrupted");
        }

        @Test
        void when_the_operation_has_no_digest_to_bind_an_answer_to() {
            recording.asks(HookResult.ask("Sure?"));

            assertThat(recording
                            .answering("Allow")
                            .emit("tool:pre", Recording.bash("\udc00"))
                            .reason())
                    .startsWith("Cannot ask about this operation");
            assertThat(recording.asked).isEmpty();
        }
    }
}
