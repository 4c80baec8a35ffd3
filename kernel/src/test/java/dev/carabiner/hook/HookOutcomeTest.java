package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.context.Injection;
import dev.carabiner.context.Role;
import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Rule 6: the strongest answer decides, and nothing that a handler said is lost. */
class HookOutcomeTest {

    private final HookRegistry registry = new HookRegistry();

    private void answers(String name, HookResult result) {
        registry.register("tool:pre", 0, name, (event, data) -> result);
    }

    private HookOutcome emit() {
        return registry.emit("tool:pre", Map.of("a", 1));
    }

    @Nested
    class Precedence {

        @Test
        void puts_a_question_before_an_injection() {
            answers("note", HookResult.inject("note"));
            answers("ask", HookResult.ask("Sure?").reason("risky"));

            HookOutcome outcome = emit();

            assertThat(outcome.action()).isEqualTo(Action.ASK_USER);
            assertThat(outcome.result()).isEqualTo(HookResult.ask("Sure?").reason("risky"));
            assertThat(outcome.denied()).isFalse();
        }

        @Test
        void puts_an_injection_before_a_modification() {
            answers("change", HookResult.modify(Map.of("a", 2)));
            answers("note", HookResult.inject("note"));
            answers("change again", HookResult.modify(Map.of("a", 3)));

            HookOutcome outcome = emit();

            assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
            assertThat(outcome.data()).isEqualTo(EventData.of("a", 3));
        }

        @Test
        void is_continue_if_nobody_wants_anything() {
            answers("nothing", null);
            answers("go on", HookResult.proceed());
            answers("offer", HookResult.proceed(Map.of("ignored", true)));

            HookOutcome outcome = emit();

            assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
            assertThat(outcome.data()).isEqualTo(EventData.of("a", 1));
        }

        @Test
        void is_continue_if_nobody_listens() {
            HookOutcome outcome = emit();

            assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
            assertThat(outcome.result()).isEqualTo(HookResult.proceed());
            assertThat(outcome.reason()).isEmpty();
            assertThat(outcome.runs()).isEmpty();
        }
    }

    @Nested
    class Questions {

        @Test
        void are_all_kept_in_running_order_with_their_authors() {
            answers(
                    "one",
                    HookResult.ask("First?").options("Allow once", "Deny").timeout(Duration.ofSeconds(5)));
            answers("two", HookResult.ask("Second?").byDefault(Decision.ALLOW).reason("why"));

            assertThat(emit().questions())
                    .containsExactly(
                            new Question(
                                    "one",
                                    "First?",
                                    List.of("Allow once", "Deny"),
                                    Duration.ofSeconds(5),
                                    Decision.DENY,
                                    ""),
                            new Question(
                                    "two",
                                    "Second?",
                                    List.of("Allow", "Deny"),
                                    Duration.ofSeconds(300),
                                    Decision.ALLOW,
                                    "why"));
        }

        @Test
        void decide_by_the_first() {
            answers("one", HookResult.ask("First?"));
            answers("two", HookResult.ask("Second?"));

            assertThat(emit().result()).isEqualTo(HookResult.ask("First?"));
        }

        @Test
        void of_a_guard_never_allow_by_default() {
            registry.register(
                    HookOptions.forEvent("tool:pre").onFailure(FailurePolicy.DENY),
                    (event, data) -> HookResult.ask("Sure?").byDefault(Decision.ALLOW));

            assertThat(emit().questions()).extracting(Question::byDefault).containsExactly(Decision.DENY);
        }
    }

    @Nested
    class InjectionsAndMessages {

        @Test
        void are_all_kept_in_running_order_with_their_authors() {
            answers(
                    "one",
                    HookResult.inject("first").role(Role.USER).ephemeral().appendToLastToolResult());
            answers("two", HookResult.inject("second"));

            assertThat(emit().injections())
                    .containsExactly(
                            new Injection("first", Role.USER, true, true, "one", "tool:pre", null, false),
                            Injection.of("second", "two", "tool:pre"));
        }

        @Test
        void decide_by_the_first_group_in_one_message() {
            answers("one", HookResult.inject("a"));
            answers("other", HookResult.inject("apart").role(Role.USER));
            answers("two", HookResult.inject("ü"));

            assertThat(emit().result())
                    .isEqualTo(HookResult.inject("Hook feedback:\n\nFrom one (1 bytes):\na\n\nFrom two (2 bytes):\nü"));
        }

        @Test
        void of_a_single_injection_are_verbatim() {
            answers("one", HookResult.inject("just this"));

            assertThat(emit().result()).isEqualTo(HookResult.inject("just this"));
        }

        @Test
        void to_the_user_come_from_every_kind_of_result() {
            answers("go on", HookResult.proceed().userMessage("c"));
            answers("change", HookResult.modify(Map.of()).userMessage("m", Level.WARNING));
            answers("note", HookResult.inject("x").userMessage("i", Level.ERROR));
            answers("ask", HookResult.ask("x").userMessage("q"));
            answers("deny", HookResult.deny("x").userMessage("d"));

            assertThat(emit().messages())
                    .containsExactly(
                            new UserMessage("c", Level.INFO, "hook:go on"),
                            new UserMessage("m", Level.WARNING, "hook:change"),
                            new UserMessage("i", Level.ERROR, "hook:note"),
                            new UserMessage("q", Level.INFO, "hook:ask"),
                            new UserMessage("d", Level.INFO, "hook:deny"));
        }

        @Test
        void name_the_canonical_event_whichever_name_was_used() {
            registry.register("tool:error", 0, "note", (event, data) -> HookResult.inject("x"));

            assertThat(registry.emit("tool:error", Map.of()).injections())
                    .containsExactly(Injection.of("x", "note", "error:tool"));
        }
    }

    @Nested
    class Runs {

        @Test
        void are_one_for_each_handler_in_running_order() {
            registry.register("tool:pre", 7, "late", (event, data) -> null);
            registry.register(
                    "tool:pre",
                    -7,
                    "early",
                    (event, data) -> HookResult.inject("x").suppressOutput());

            List<HandlerRun> runs = emit().runs();

            assertThat(runs).extracting(HandlerRun::name).containsExactly("early", "late");
            assertThat(runs).extracting(HandlerRun::priority).containsExactly(-7, 7);
            assertThat(runs)
                    .extracting(HandlerRun::result)
                    .containsExactly(HookResult.inject("x").suppressOutput(), HookResult.proceed());
            assertThat(runs).extracting(HandlerRun::outputSuppressed).containsExactly(true, false);
            assertThat(runs).extracting(HandlerRun::failure).containsOnlyNulls();
        }

        @Test
        void keep_the_data_that_a_handler_offered_or_set() {
            answers("offer", HookResult.proceed(Map.of("k", 1)));
            answers("change", HookResult.modify(Map.of("k", 2)));

            assertThat(emit().runs())
                    .extracting(HandlerRun::result)
                    .containsExactly(HookResult.proceed(Map.of("k", 1)), HookResult.modify(Map.of("k", 2)));
        }
    }

    @Nested
    class Lists {

        @Test
        void cannot_be_changed() {
            answers("ask", HookResult.ask("x").userMessage("m"));
            answers("note", HookResult.inject("x"));
            HookOutcome outcome = emit();

            for (List<?> list :
                    List.of(outcome.runs(), outcome.questions(), outcome.injections(), outcome.messages())) {
                assertThat(list).isNotEmpty();
                assertThatThrownBy(() -> list.remove(0)).isInstanceOf(UnsupportedOperationException.class);
            }
        }

        @Test
        void are_equal_whenever_they_are_asked_for() {
            answers("ask", HookResult.ask("x").userMessage("m"));
            HookOutcome outcome = emit();
            List<Question> before = outcome.questions();

            answers("later", HookResult.ask("y"));
            emit();

            assertThat(outcome.questions()).isEqualTo(before).hasSize(1);
            assertThat(outcome.runs()).hasSize(1);
        }
    }
}
