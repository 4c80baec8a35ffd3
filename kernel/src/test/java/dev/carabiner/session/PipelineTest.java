package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.context.ContextManager;
import dev.carabiner.context.InMemoryContextManager;
import dev.carabiner.context.Injection;
import dev.carabiner.context.Message;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PipelineTest {

    private final Recording recording = new Recording();

    @Nested
    class The_order_of_one_emit {

        @Test
        void is_registry_then_record_then_question_then_injection_then_message() {
            recording.hooks.register("tool:pre", 0, "asks", (event, data) -> HookResult.ask("Sure?"));
            recording.hooks.register(
                    "tool:pre",
                    1,
                    "injects",
                    (event, data) -> HookResult.inject("note").userMessage("noted"));
            var session = recording.asking(request -> {
                assertThat(recording.texts())
                        .as("nothing is injected before the answer")
                        .isEmpty();
                return "Allow";
            });

            HookOutcome outcome = session.emit("tool:pre", Map.of("tool_name", "Bash"));

            assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
            assertThat(recording.order)
                    .containsSubsequence(
                            "emit", "approval_request", "question", "approval_decision", "injection", "message");
        }

        @Test
        void a_denial_shows_its_messages_and_stops() {
            recording.hooks.register("tool:pre", 0, "injects", (event, data) -> HookResult.inject("lost"));
            recording.hooks.register("tool:pre", 1, "asks", (event, data) -> HookResult.ask("Sure?"));
            recording.hooks.register(
                    "tool:pre",
                    2,
                    "denies",
                    (event, data) -> HookResult.deny("no").userMessage("blocked", Level.ERROR));

            HookOutcome outcome = recording.answering("Allow").emit("tool:pre", Map.of());

            assertThat(outcome.denied()).isTrue();
            assertThat(outcome.reason()).isEqualTo("no");
            assertThat(recording.asked).isEmpty();
            assertThat(recording.texts()).isEmpty();
            assertThat(recording.shown).containsExactly(new UserMessage("blocked", Level.ERROR, "hook:denies"));
            assertThat(recording.records(Injected.class))
                    .extracting(Injected::fate)
                    .containsExactly(Injected.Fate.DENIED_WITH_EVENT);
        }

        @Test
        void a_refused_question_drops_the_injections_and_still_shows_the_messages() {
            recording.hooks.register(
                    "tool:pre",
                    0,
                    "injects",
                    (event, data) -> HookResult.inject("lost").userMessage("seen"));
            recording.hooks.register("tool:pre", 1, "asks", (event, data) -> HookResult.ask("Sure?"));

            HookOutcome outcome = recording.answering("Deny").emit("tool:pre", Map.of());

            assertThat(outcome.reason()).isEqualTo("User denied: Sure?");
            assertThat(recording.texts()).isEmpty();
            assertThat(recording.shown).extracting(UserMessage::text).containsExactly("seen");
            assertThat(outcome.injections())
                    .as("nothing is lost from the outcome")
                    .hasSize(1);
        }

        @Test
        void an_outcome_never_has_an_open_question() {
            recording.hooks.register("tool:pre", (event, data) -> HookResult.ask("Sure?"));

            HookOutcome outcome = recording.answering("Allow").emit("tool:pre", Map.of());

            assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
            assertThat(outcome.questions()).hasSize(1);
        }
    }

    @Nested
    class Session_id_and_timestamp {

        @Test
        void are_in_every_event() {
            HookOutcome outcome = recording.session().emit("a:b", Map.of("x", 1));

            assertThat(outcome.data().asMap())
                    .containsEntry("x", 1)
                    .containsEntry("session_id", "s-1")
                    .containsEntry("timestamp", "2026-03-01T12:00:00Z");
        }

        @Test
        void cannot_be_set_by_the_caller_nor_by_default_fields() {
            recording.hooks.setDefaultFields(Map.of("session_id", "default", "timestamp", "default"));

            HookOutcome outcome = recording.session().emit("a:b", Map.of("session_id", "mine", "timestamp", "mine"));

            assertThat(outcome.data().text("session_id")).isEqualTo("s-1");
            assertThat(outcome.data().text("timestamp")).isEqualTo("2026-03-01T12:00:00Z");
        }

        @Test
        void cannot_be_changed_or_removed_by_a_hook_not_even_for_the_handlers_after_it() {
            var seen = new ArrayList<EventData>();
            recording.hooks.register(
                    "a:b",
                    0,
                    "forges",
                    (event, data) ->
                            HookResult.modify(data.with("session_id", "forged").without("timestamp")));
            recording.hooks.observe("a:b", (event, data) -> seen.add(data));

            HookOutcome outcome = recording.session().emit("a:b", Map.of());

            assertThat(seen.getFirst().text("session_id")).isEqualTo("s-1");
            assertThat(outcome.data().text("timestamp")).isEqualTo("2026-03-01T12:00:00Z");
        }
    }

    @Nested
    class The_record {

        @Test
        void has_each_handlers_run_with_its_action_time_and_failure() {
            recording.hooks.register("a:b", 0, "injects", (event, data) -> HookResult.inject("x"));
            recording.hooks.register("a:b", 1, "breaks", (event, data) -> {
                throw new IllegalStateException("broken");
            });

            recording.session().emit("a:b", Map.of());

            Emitted emitted = recording.records(Emitted.class).getFirst();
            assertThat(emitted.action()).isEqualTo("inject_context");
            assertThat(emitted.runs()).extracting("hook").containsExactly("injects", "breaks");
            assertThat(emitted.runs()).extracting("action").containsExactly("inject_context", "failure");
            assertThat(emitted.runs()).extracting("failure").containsExactly(null, "exception: broken");
            assertThat(emitted.runs().getFirst().elapsedNanos()).isPositive();
        }

        @Test
        void can_be_turned_into_data_whatever_its_kind() {
            recording.hooks.register("tool:pre", 0, "all", (event, data) -> {
                System.out.print("output");
                return HookResult.ask("?").userMessage("hi");
            });
            recording.hooks.register("tool:pre", 1, "injects", (event, data) -> HookResult.inject("x"));
            var session = recording.answering("Allow");
            var gate = (ToolGate.Permitted) session.permitTool("Bash", Map.of());
            session.redeem(gate.permit(), "Bash");

            assertThat(recording.records)
                    .extracting(r -> r.type())
                    .contains(
                            "emit",
                            "injection",
                            "approval_request",
                            "approval_decision",
                            "permit_minted",
                            "permit_used",
                            "message",
                            "output");
            assertThat(recording.records)
                    .allSatisfy(
                            record -> assertThat(EventData.of((Record) record).text("session"))
                                    .isEqualTo("s-1"));
        }
    }

    @Nested
    class A_port_that_throws {

        @Test
        void does_not_break_the_agent_when_it_is_the_display() {
            recording.hooks.register(
                    "a:b", (event, data) -> HookResult.proceed().userMessage("hi"));
            var session = recording
                    .builder()
                    .display(message -> {
                        throw new IllegalStateException("screen is gone");
                    })
                    .build();

            assertThat(session.emit("a:b", Map.of()).denied()).isFalse();
            assertThat(recording.order).contains("port_failure");
        }

        @Test
        void does_not_break_the_agent_when_it_is_the_context_and_the_user_learns_of_it() {
            recording.hooks.register("a:b", 0, "injects", (event, data) -> HookResult.inject("x"));
            var session = recording.builder().context(new BrokenContext()).build();

            assertThat(session.emit("a:b", Map.of()).denied()).isFalse();
            assertThat(recording.records(Injected.class))
                    .extracting(Injected::fate)
                    .containsExactly(Injected.Fate.ADDED, Injected.Fate.FAILED);
            assertThat(recording.shown).extracting(UserMessage::level).containsExactly(Level.ERROR);
        }

        /** The whole port, failing where hooks reach it. */
        private static final class BrokenContext implements ContextManager {
            private final InMemoryContextManager rest = new InMemoryContextManager();

            @Override
            public void add(Message message) {
                rest.add(message);
            }

            @Override
            public void inject(Injection injection) {
                throw new AssertionError("broken");
            }

            @Override
            public List<Message> messages() {
                return rest.messages();
            }

            @Override
            public List<Message> forNextRequest() {
                return rest.forNextRequest();
            }
        }
    }
}
