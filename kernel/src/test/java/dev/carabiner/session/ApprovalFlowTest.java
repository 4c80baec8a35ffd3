package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalTimeoutException;
import dev.carabiner.approval.Decision;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApprovalFlowTest {

    private final Recording recording = new Recording();

    private void asks(HookResult.AskUser question) {
        recording.hooks.register("tool:pre", 0, "guard", (event, data) -> question);
    }

    private static EventData bash(String command) {
        return EventData.of("tool_name", "Bash", "tool_input", Map.of("command", command));
    }

    @Nested
    class The_request {

        @Test
        void carries_everything_a_human_needs_to_decide() {
            asks(HookResult.ask("Deploy?")
                    .options("Allow once", "Deny")
                    .timeout(Duration.ofSeconds(7))
                    .reason("production"));

            recording.answering("Deny").emit("tool:pre", bash("deploy"));

            ApprovalRequest request = recording.asked.getFirst();
            assertThat(request.id()).isNotBlank();
            assertThat(request.session()).isEqualTo("s-1");
            assertThat(request.hook()).isEqualTo("guard");
            assertThat(request.event()).isEqualTo("tool:pre");
            assertThat(request.prompt()).isEqualTo("Deploy?");
            assertThat(request.options()).containsExactly("Allow once", "Deny");
            assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(7));
            assertThat(request.byDefault()).isEqualTo(Decision.DENY);
            assertThat(request.reason()).isEqualTo("production");
            assertThat(request.created()).isEqualTo(Recording.NOW);
            assertThat(request.expires()).isEqualTo(Recording.NOW.plusSeconds(7));
        }

        @Test
        void is_about_the_final_data_and_names_it_by_its_digest() {
            recording.hooks.register(
                    "tool:pre",
                    1,
                    "changes",
                    (event, data) -> HookResult.modify(data.with("tool_input", Map.of("command", "ls"))));
            asks(HookResult.ask("Sure?"));

            recording.answering("Allow").emit("tool:pre", bash("rm"));

            ApprovalRequest request = recording.asked.getFirst();
            assertThat(request.data().object("tool_input")).isEqualTo(EventData.of("command", "ls"));
            assertThat(request.digest())
                    .isEqualTo(CanonicalJson.digest(request.data().without("timestamp")));
        }

        @Test
        void has_the_defaults_of_an_empty_question() {
            asks(HookResult.ask(""));

            recording.answering("Allow").emit("tool:pre", Map.of());

            ApprovalRequest request = recording.asked.getFirst();
            assertThat(request.prompt()).isEqualTo("Allow this operation?");
            assertThat(request.options()).containsExactly("Allow", "Deny");
            assertThat(request.timeout()).isEqualTo(Duration.ofSeconds(300));
        }
    }

    @ParameterizedTest(name = "\"{0}\" grants: {1}")
    @CsvSource({
        "Allow, true",
        "Allow once, true",
        "ALLOW THIS, true",
        "allow\tit, true",
        "Deny, false",
        "Allowed, false",
        "Disallow, false",
        "not offered, false",
        "Allow elsewhere, false",
        "Yes allow, false",
        "'', false"
    })
    void an_answer_grants_iff_it_was_offered_and_its_first_word_is_allow(String answer, boolean grants) {
        asks(HookResult.ask("Sure?")
                .options("Allow", "Allow once", "ALLOW THIS", "allow\tit", "Deny", "Allowed", "Disallow", "Yes allow"));

        assertThat(recording.answering(answer).emit("tool:pre", Map.of()).denied())
                .isEqualTo(!grants);
    }

    @Test
    void several_questions_are_asked_one_after_another_and_all_must_be_granted() {
        recording.hooks.register("tool:pre", 0, "first", (event, data) -> HookResult.ask("one"));
        recording.hooks.register("tool:pre", 1, "second", (event, data) -> HookResult.ask("two"));
        recording.hooks.register("tool:pre", 2, "third", (event, data) -> HookResult.ask("three"));

        var outcome = recording
                .asking(request -> request.prompt().equals("two") ? "Deny" : "Allow")
                .emit("tool:pre", Map.of());

        assertThat(recording.asked).extracting(ApprovalRequest::prompt).containsExactly("one", "two");
        assertThat(outcome.reason()).isEqualTo("User denied: two");
    }

    @Test
    void a_long_prompt_is_cut_in_the_reason_at_200_characters() {
        asks(HookResult.ask("x".repeat(500)));

        assertThat(recording.answering("Deny").emit("tool:pre", Map.of()).reason())
                .isEqualTo("User denied: " + "x".repeat(200));
    }

    @Nested
    class The_timeout {

        @Test
        void is_enforced_by_the_kernel_and_interrupts_the_approval_system() throws Exception {
            var interrupted = new CountDownLatch(1);
            asks(HookResult.ask("Sure?").timeout(Duration.ofMillis(50)));

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
        void of_the_approval_system_itself_is_the_same() {
            asks(HookResult.ask("Sure?"));

            var outcome = recording
                    .asking(request -> {
                        throw new ApprovalTimeoutException("gave up");
                    })
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("Approval timeout - denied by default: Sure?");
        }

        @Test
        void grants_if_the_question_says_so_and_is_recorded_as_such_and_never_remembered() {
            asks(HookResult.ask("Sure?")
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
    class Allow_always {

        @Test
        void is_remembered_for_the_session_and_every_use_is_on_the_record() {
            asks(HookResult.ask("Sure?").options("Allow once", "Allow always", "Deny"));
            var session = recording.answering("Allow always");

            session.emit("tool:pre", bash("ls"));
            session.emit("tool:pre", bash("ls"));

            assertThat(recording.asked).hasSize(1);
            assertThat(recording.records(ApprovalDecided.class))
                    .extracting(ApprovalDecided::how)
                    .containsExactly("answered", "remembered");
        }

        @Test
        void is_not_what_allow_once_and_denials_are() {
            asks(HookResult.ask("Sure?").options("Allow once", "Allow always", "Deny"));
            for (String answer : List.of("Allow once", "Deny")) {
                var session = recording.answering(answer);
                session.emit("tool:pre", Map.of());
                session.emit("tool:pre", Map.of());
            }

            assertThat(recording.asked).hasSize(4);
        }

        @Test
        void holds_for_the_same_hook_event_tool_prompt_and_options_only() {
            recording.hooks.register(
                    "tool:*",
                    0,
                    "guard",
                    (event, data) -> HookResult.ask(data.text("prompt")).options("Allow always", data.text("option")));
            var session = recording.answering("Allow always");
            var base = EventData.of("tool_name", "a", "prompt", "b,c", "option", "d");

            session.emit("tool:pre", base);
            session.emit("tool:pre", base);
            session.emit("tool:post", base);
            session.emit("tool:pre", base.with("tool_name", "a,b").with("prompt", "c"));
            session.emit("tool:pre", base.with("prompt", "b").with("option", "c,d"));

            assertThat(recording.asked).hasSize(4);
        }

        @Test
        void ends_with_the_session_and_is_not_a_childs() {
            asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
            var session = recording.answering("Allow always");
            session.emit("tool:pre", Map.of());

            session.child("child").build().emit("tool:pre", Map.of());

            assertThat(recording.asked).hasSize(2);
        }
    }

    @Nested
    class The_events {

        private final List<String> heard = new ArrayList<>();

        @Test
        void tell_of_the_question_and_of_its_answer() {
            asks(HookResult.ask("Sure?"));
            recording.hooks.observe("*", (event, data) -> heard.add(event));

            recording.answering("Allow").emit("tool:pre", Map.of());
            recording.answering("Deny").emit("tool:pre", Map.of());

            assertThat(heard)
                    .containsExactly(
                            "tool:pre",
                            "approval:required",
                            "user:notification",
                            "approval:granted",
                            "tool:pre",
                            "approval:required",
                            "user:notification",
                            "approval:denied");
        }

        @Test
        void of_a_remembered_grant_are_the_grant_alone_marked_as_cached() {
            asks(HookResult.ask("Sure?").options("Allow always", "Deny"));
            var session = recording.answering("Allow always");
            session.emit("tool:pre", Map.of());
            List<EventData> granted = new ArrayList<>();
            recording.hooks.observe("approval:*", (event, data) -> {
                heard.add(event);
                granted.add(data);
            });

            session.emit("tool:pre", Map.of());

            assertThat(heard).containsExactly("approval:granted");
            assertThat(granted.getFirst().get("cached")).isEqualTo(true);
        }

        @Test
        void cannot_be_denied_or_asked_about_and_trying_is_a_recorded_failure() {
            asks(HookResult.ask("Sure?"));
            for (String event : List.of("approval:required", "user:notification", "approval:granted")) {
                recording.hooks.register(
                        HookOptions.forEvent(event).onFailure(FailurePolicy.DENY),
                        (name, data) -> HookResult.deny("I object"));
                recording.hooks.register(event, (name, data) -> HookResult.ask("Really?"));
            }

            var outcome = recording.answering("Allow").emit("tool:pre", Map.of());

            assertThat(outcome.denied()).isFalse();
            assertThat(recording.asked).hasSize(1);
            assertThat(recording.records.stream()
                            .filter(record -> record.toString().contains("neither deny nor ask")))
                    .hasSize(3);
        }

        @Test
        void have_payloads_that_fit_their_typed_views() {
            asks(HookResult.ask("Sure?"));
            List<Object> views = new ArrayList<>();
            recording.hooks.on(Events.APPROVAL_REQUIRED, (view, data) -> {
                views.add(view);
                return null;
            });
            recording.hooks.on(Events.APPROVAL_GRANTED, (view, data) -> {
                views.add(view);
                return null;
            });
            recording.hooks.on(Events.APPROVAL_DENIED, (view, data) -> {
                views.add(view);
                return null;
            });
            recording.hooks.on(Events.USER_NOTIFICATION, (view, data) -> {
                views.add(view);
                return null;
            });

            recording.answering("Allow").emit("tool:pre", bash("ls"));
            recording.answering("Deny").emit("tool:pre", bash("ls"));

            assertThat(views).hasSize(6);
        }
    }

    @Nested
    class Without_an_answer_it_denies {

        @Test
        void when_there_is_no_approval_system() {
            asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));

            assertThat(recording.session().emit("tool:pre", Map.of()).reason())
                    .isEqualTo("No approval system available");
        }

        @Test
        void when_the_approval_system_throws() {
            asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));

            var outcome = recording
                    .asking(request -> {
                        throw new IllegalStateException("no terminal");
                    })
                    .emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("Approval system failed: no terminal");
        }

        @Test
        void when_the_approval_system_answers_null() {
            asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));

            assertThat(recording.answering(null).emit("tool:pre", Map.of()).reason())
                    .startsWith("Approval system failed");
        }

        @Test
        void when_the_session_is_cancelled_while_the_question_waits() {
            asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));
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
            asks(HookResult.ask("Sure?").byDefault(Decision.ALLOW));
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
            asks(HookResult.ask("Sure?"));

            assertThat(recording
                            .answering("Allow")
                            .emit("tool:pre", bash("\udc00"))
                            .reason())
                    .startsWith("Cannot ask about this operation");
            assertThat(recording.asked).isEmpty();
        }
    }
}
