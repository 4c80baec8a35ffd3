package dev.carabiner.testkit;

import static dev.carabiner.testkit.CarabinerAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.ToolResult;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CarabinerExtension.class)
class TestSessionTest {

    @Nested
    class A_session {

        @Test
        void runs_a_tool_of_the_test_with_the_input_that_was_permitted(TestSession session) {
            session.hooks()
                    .register(
                            "tool:pre",
                            (event, data) -> HookResult.modify(data.with("tool_input", EventData.of("text", "changed"))
                                    .asMap()));
            session.tool("Echo", input -> ToolResult.of("echo " + input.text("text")));

            assertThat(session.call("Echo", "text", "hello")).ranAndSaid("echo changed");
            assertThat(session.ran())
                    .extracting(ToolCall::name, it -> it.input().text("text"))
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("Echo", "changed"));
        }

        @Test
        void records_events_and_records_and_messages(
                TestSession session, EventRecorder events, RecordingDisplay display, RecordingAuditLog audit) {
            session.hooks()
                    .register("tool:post", (event, data) -> HookResult.proceed().userMessage("seen"));
            session.call("Echo");

            assertThat(events).sawExactly("tool:pre", "tool:post").neverSaw("error:tool");
            assertThat(display.texts()).containsExactly("seen");
            assertThat(audit.records(AuditRecord.PermitUsed.class)).hasSize(1);
        }

        @Test
        void has_a_clock_that_stands_still(TestSession session, FakeClock clock, EventRecorder events) {
            session.emit("a:b");
            clock.advance(Duration.ofHours(1));
            session.emit("a:c");

            assertThat(events.only("a:b").text("timestamp")).isEqualTo("2026-03-01T12:00:00Z");
            assertThat(events.only("a:c").text("timestamp")).isEqualTo("2026-03-01T13:00:00Z");
        }

        @Test
        void that_is_closed_permits_nothing(TestSession session) throws Exception {
            session.close();
            session.close();

            assertThat(session.call("Echo")).isDenied().withReason("The session has ended");
        }

        @Test
        void wants_keys_and_values_in_turn(TestSession session) {
            assertThatThrownBy(() -> session.call("Echo", "alone")).hasMessageContaining("keys and values in turn");
        }
    }

    @Nested
    class A_scripted_channel {

        private void ask(TestSession session) {
            session.hooks()
                    .register(
                            HookOptions.forEvent("tool:pre").name("guard"),
                            (event, data) -> HookResult.ask("Really?")
                                    .options("Allow once", "Deny")
                                    .timeout(Duration.ofMillis(300)));
        }

        @Test
        void answers_each_question_with_the_next_step(TestSession session, ScriptedChannel channel) {
            ask(session);
            channel.then("Allow once").then("Deny", "not on a Friday");

            assertThat(session.call("Echo")).ran();
            assertThat(session.call("Echo")).isDenied().withReasonContaining("not on a Friday");
            assertThat(channel)
                    .wasAskedBy("guard", "guard")
                    .wasAskedWith("Really")
                    .isPlayedToTheEnd();
        }

        @Test
        void that_has_no_more_steps_denies_and_says_so(TestSession session, ScriptedChannel channel) {
            ask(session);

            assertThat(session.call("Echo"))
                    .isDenied()
                    .withReasonContaining("The script has no answer for question 1: Really?");
        }

        @Test
        void can_be_silent_or_late_or_broken(TestSession session, ScriptedChannel channel) {
            ask(session);
            channel.thenSilence()
                    .thenAfter(Duration.ofMillis(10), "Allow once")
                    .thenFailing(new IllegalStateException("no screen"));

            assertThat(session.call("Echo")).isDenied().withReasonContaining("Approval timeout");
            assertThat(session.call("Echo")).ran();
            assertThat(session.call("Echo")).isDenied().withReasonContaining("no screen");
        }

        @Test
        void can_edit_what_it_allows(TestSession session, ScriptedChannel channel) throws Exception {
            session.hooks()
                    .register(
                            HookOptions.forEvent("tool:pre").name("guard"),
                            (event, data) ->
                                    data.object("tool_input").text("text").equals("edited")
                                            ? null
                                            : HookResult.ask("Really?"));
            channel.thenEdited("Allow", EventData.of("text", "edited"));

            assertThat(session.call("Echo", "text", "hello")).ran();
            assertThat(session.ran().getFirst().input().text("text")).isEqualTo("edited");
        }
    }

    @Nested
    class A_failed_assertion {

        @Test
        void names_what_was_expected_who_decided_and_which_hooks_ran(TestSession session) {
            session.hooks().register("tool:pre", 0, "guard", (event, data) -> HookResult.deny("not here"));
            session.hooks().register("tool:pre", 1, "later", (event, data) -> null);
            var outcome = session.emit("tool:pre", "tool_name", "Write");

            assertThat(outcome).isDeniedBy("guard").withReason("not here");
            assertThatThrownBy(() -> assertThat(outcome).goesOn())
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Expected tool:pre to go on")
                    .hasMessageContaining(
                            "deny by guard: not here [event-recorder continue, guard deny, later not run");
            assertThatThrownBy(() -> assertThat(outcome).isDeniedBy("other"))
                    .hasMessageContaining("to be denied by other");
            assertThatThrownBy(() -> assertThat(outcome).withReason("other"))
                    .hasMessageContaining("to have the reason \"other\"");
            assertThatThrownBy(() -> assertThat(outcome).hasData("tool_name", "Read"))
                    .hasMessageContaining("to have Read as tool_name, and it is Write");
        }

        @Test
        void about_a_call_says_what_the_model_was_told(TestSession session) {
            session.hooks().register("tool:pre", 0, "guard", (event, data) -> HookResult.deny("not here"));

            assertThatThrownBy(() -> assertThat(session.call("Echo")).ran())
                    .hasMessageContaining("Expected the call to run")
                    .hasMessageContaining("DENIED, the model is told \"Denied by hook: not here\"");
            assertThatThrownBy(() -> assertThat(session.call("Echo")).after().goesOn())
                    .hasMessageContaining("Expected the tool to have run");
        }

        @Test
        void about_events_and_questions_lists_them(TestSession session, EventRecorder events, ScriptedChannel channel) {
            session.emit("a:b");

            assertThatThrownBy(() -> assertThat(events).sawInOrder("a:b", "a:c"))
                    .hasMessageContaining("it saw: [a:b]");
            assertThatThrownBy(() -> events.only("a:c")).hasMessageContaining("a:c was seen 0 times");
            assertThatThrownBy(() -> events.await("a:c", Duration.ofMillis(5))).hasMessageContaining("did not come");
            assertThatThrownBy(() -> assertThat(channel).wasAskedBy("guard")).hasMessageContaining("was asked: []");
        }

        @Test
        void shows_an_outcome_with_signs_that_mean_something_to_a_formatter(TestSession session) {
            session.hooks().register("tool:pre", 0, "guard", (event, data) -> HookResult.deny("100 %s %n %d"));

            assertThatThrownBy(() -> assertThat(session.emit("tool:pre")).goesOn())
                    .hasMessageContaining("100 %s %n %d");
        }
    }
}
