package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Rule 7: what counts as a failure, and what each policy makes of it. */
class HookFailureTest {

    private static final HookOptions GUARD = HookOptions.forEvent("tool:pre").name("guard");

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    private HookOutcome emit() {
        return registry.emit("tool:pre", Map.of("tool_name", "bash"));
    }

    private void fails(FailurePolicy policy, Throwable failure) {
        registry.register(GUARD.onFailure(policy), throwing(failure));
    }

    static HookHandler throwing(Throwable failure) {
        return (event, data) -> {
            switch (failure) {
                case Error error -> throw error;
                case Exception exception -> throw exception;
                default -> throw new AssertionError("neither error nor exception", failure);
            }
        };
    }

    private static int endless(int depth) {
        return depth < 0 ? 0 : endless(depth + 1) + 1;
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new IllegalStateException("broken"),
                new IOException("checked"),
                new InvalidResultException("says nothing"),
                new StackOverflowError("deep"),
                new AssertionError("wrong"),
                new NoClassDefFoundError("gone"),
                new ExceptionInInitializerError("static"));
    }

    @Nested
    class PolicyContinue {

        @ParameterizedTest
        @MethodSource("dev.carabiner.hook.HookFailureTest#failures")
        void goes_on_and_keeps_the_failure(Throwable failure) {
            fails(FailurePolicy.CONTINUE, failure);
            registry.register("tool:pre", 1, "next", (event, data) -> HookResult.inject("still here"));

            HookOutcome outcome = emit();

            assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
            assertThat(outcome.runs().getFirst().result()).isNull();
            assertThat(outcome.runs().getFirst().failure()).hasCause(failure).hasMessage(failure.getMessage());
            assertThat(outcome.runs().getLast().failure()).isNull();
        }

        @Test
        void goes_on_with_the_data_as_it_was() {
            registry.register("tool:pre", -1, "change", (event, data) -> HookResult.modify(data.with("a", 1)));
            fails(FailurePolicy.CONTINUE, new IllegalStateException());

            assertThat(emit().data()).isEqualTo(EventData.of("tool_name", "bash", "a", 1));
        }

        @Test
        void is_the_default() {
            registry.register("tool:pre", throwing(new IllegalStateException("broken")));

            HookOutcome outcome = emit();

            assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
            assertThat(outcome.runs().getFirst().failure().policy()).isEqualTo(FailurePolicy.CONTINUE);
        }

        @Test
        void logs_hook_event_kind_policy_and_what_went_wrong() {
            fails(FailurePolicy.CONTINUE, new IllegalStateException("broken"));

            emit();

            assertThat(log.messages())
                    .singleElement()
                    .asString()
                    .contains("guard", "tool:pre", "EXCEPTION", "CONTINUE", "broken");
        }

        @Test
        void logs_the_class_and_the_stack_trace_of_what_was_thrown() {
            var thrown = new IllegalStateException("broken");
            fails(FailurePolicy.CONTINUE, thrown);

            emit();

            assertThat(log.thrown()).containsExactly(thrown);
        }
    }

    @Nested
    class PolicyDeny {

        @ParameterizedTest
        @MethodSource("dev.carabiner.hook.HookFailureTest#failures")
        void denies_saying_that_the_guard_is_unavailable(Throwable failure) {
            fails(FailurePolicy.DENY, failure);

            HookOutcome outcome = emit();

            assertThat(outcome.denied()).isTrue();
            assertThat(outcome.reason()).isEqualTo("Guard guard unavailable: " + failure.getMessage());
        }

        @Test
        void stops_the_chain() {
            fails(FailurePolicy.DENY, new IllegalStateException("broken"));
            registry.register("tool:pre", 1, "next", (event, data) -> HookResult.deny("never asked"));

            assertThat(emit().runs()).extracting(HandlerRun::name).containsExactly("guard");
        }

        @Test
        void is_told_apart_from_the_hooks_own_deny_in_the_run() {
            fails(FailurePolicy.DENY, new IllegalStateException("broken"));
            HandlerRun failed = emit().runs().getFirst();
            var other = new HookRegistry();
            other.register("tool:pre", (event, data) -> HookResult.deny("Guard guard unavailable: broken"));
            HandlerRun denied = other.emit("tool:pre", Map.of()).runs().getFirst();

            assertThat(failed.result()).isNull();
            assertThat(failed.failure()).isNotNull();
            assertThat(denied.result()).isInstanceOf(HookResult.Deny.class);
            assertThat(denied.failure()).isNull();
        }

        @Test
        void names_the_class_of_a_failure_without_a_message() {
            fails(FailurePolicy.DENY, new IllegalStateException());

            assertThat(emit().reason()).isEqualTo("Guard guard unavailable: IllegalStateException");
        }

        @Test
        void is_logged_too() {
            fails(FailurePolicy.DENY, new IllegalStateException("broken"));

            emit();

            assertThat(log.messages()).singleElement().asString().contains("guard", "DENY");
        }
    }

    @Nested
    class PolicyAsk {

        @ParameterizedTest
        @MethodSource("dev.carabiner.hook.HookFailureTest#failures")
        void asks_the_user_and_means_no_unless_answered(Throwable failure) {
            fails(FailurePolicy.ASK, failure);

            HookOutcome outcome = emit();

            assertThat(outcome.action()).isEqualTo(Action.ASK_USER);
            Question question = outcome.questions().getFirst();
            assertThat(question.author()).isEqualTo("guard");
            assertThat(question.prompt()).contains("guard", failure.getMessage());
            assertThat(question.byDefault()).isEqualTo(Decision.DENY);
        }

        @Test
        void lets_the_others_run_and_a_deny_win() {
            fails(FailurePolicy.ASK, new IllegalStateException("broken"));
            registry.register("tool:pre", 1, "next", (event, data) -> HookResult.deny("no"));

            assertThat(emit().reason()).isEqualTo("no");
        }

        @Test
        void adds_its_question_to_those_of_others_in_running_order() {
            registry.register("tool:pre", -1, "first", (event, data) -> HookResult.ask("First?"));
            fails(FailurePolicy.ASK, new IllegalStateException("broken"));

            assertThat(emit().questions()).extracting(Question::author).containsExactly("first", "guard");
        }
    }

    @Nested
    class Kinds {

        private HookFailure.Kind kind() {
            return emit().runs().getFirst().failure().kind();
        }

        @Test
        void an_exception() {
            fails(FailurePolicy.DENY, new IllegalStateException());

            assertThat(kind()).isEqualTo(HookFailure.Kind.EXCEPTION);
        }

        @Test
        void a_timeout() {
            registry.register(GUARD.timeout(Duration.ofMillis(20)), (event, data) -> {
                Thread.sleep(10_000);
                return null;
            });

            assertThat(kind()).isEqualTo(HookFailure.Kind.TIMEOUT);
        }

        @Test
        void a_view_that_does_not_fit_the_data() {
            registry.on(Events.TOOL_PRE, GUARD, (view, data) -> null);

            assertThat(kind()).isEqualTo(HookFailure.Kind.VIEW_MISMATCH);
        }

        @Test
        void a_result_that_says_nothing() {
            registry.register(GUARD, (event, data) -> HookResult.inject(""));

            assertThat(kind()).isEqualTo(HookFailure.Kind.INVALID_RESULT);
        }

        @Test
        void a_real_stack_overflow() {
            registry.register(GUARD, (event, data) -> HookResult.deny("" + endless(0)));

            assertThat(emit().runs().getFirst().failure()).hasCauseInstanceOf(StackOverflowError.class);
        }
    }

    @Nested
    class Messages {

        @Test
        void of_hostile_failures_show_control_characters_escaped() {
            fails(FailurePolicy.DENY, new IllegalStateException("a\u001b[2Jb\nGuard other: fine\u202e"));

            assertThat(emit().reason()).isEqualTo("Guard guard unavailable: a\\u001B[2Jb\\nGuard other: fine\\u202E");
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_policy_keeps_every_run_and_every_other_answer(FailurePolicy policy) {
        registry.register(
                "tool:pre", -1, "note", (event, data) -> HookResult.inject("x").userMessage("m"));
        fails(policy, new IllegalStateException("broken"));

        HookOutcome outcome = emit();

        assertThat(outcome.runs()).hasSize(2);
        assertThat(outcome.injections()).hasSize(1);
        assertThat(outcome.messages()).hasSize(1);
        assertThat(List.of(
                        outcome.runs().getLast().failure().hook(),
                        outcome.runs().getLast().failure().policy()))
                .isEqualTo(List.of("guard", policy));
    }
}
