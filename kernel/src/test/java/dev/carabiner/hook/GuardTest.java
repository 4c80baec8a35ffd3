package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Decision;
import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule 15: what was judged is what runs. */
class GuardTest {

    private static final HookOptions PLAIN = HookOptions.forEvent("tool:pre");
    private static final HookOptions GUARD = PLAIN.guard();

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();
    private final List<String> calls = new CopyOnWriteArrayList<>(); // handlers of a level run beside each other

    @AfterEach
    void calm_down() {
        Thread.interrupted();
    }

    /** Answers to its first call, and to its second. */
    private void answers(HookOptions options, String name, HookResult first, HookResult second) {
        registry.register(options.name(name), (event, data) -> {
            boolean again = calls.stream().anyMatch(call -> call.startsWith(name + " "));
            calls.add(name + " " + data.get("a"));
            return again ? second : first;
        });
    }

    private void changes(int priority, Object value) {
        registry.register("tool:pre", priority, "change", (event, data) -> HookResult.modify(data.with("a", value)));
    }

    private HookOutcome emit() {
        return registry.emit("tool:pre", Map.of("a", 1));
    }

    private static List<String> runs(HookOutcome outcome) {
        return outcome.runs().stream()
                .map(run -> run.name() + (run.again() ? " again" : ""))
                .toList();
    }

    @Nested
    class A_guard {

        @Test
        void denies_by_failing() {
            registry.register(GUARD.name("guard"), HookFailureTest.throwing(new IllegalStateException("broken")));

            assertThat(emit().reason()).isEqualTo("Guard guard unavailable: broken");
        }

        @ParameterizedTest
        @EnumSource
        void goes_by_a_policy_that_is_set_before_or_after(FailurePolicy policy) {
            assertThat(PLAIN.onFailure(policy).guard().onFailure()).isEqualTo(policy);
            assertThat(GUARD.onFailure(policy).onFailure()).isEqualTo(policy);
        }

        @Test
        void waves_nothing_through_unanswered() {
            answers(GUARD, "guard", HookResult.ask("Sure?").byDefault(Decision.ALLOW), null);

            assertThat(emit().questions().getFirst().byDefault()).isEqualTo(Decision.DENY);
        }

        @Test
        void is_called_once_if_the_data_stay() {
            answers(GUARD, "guard", null, HookResult.deny("never"));
            registry.register("tool:pre", 1, "note", (event, data) -> HookResult.inject("x"));

            assertThat(emit().denied()).isFalse();
            assertThat(calls).containsExactly("guard 1");
        }

        @Test
        void is_called_once_if_the_data_changed_before_it() {
            changes(-1, 2);
            answers(GUARD, "guard", null, HookResult.deny("never"));

            assertThat(runs(emit())).containsExactly("change", "guard");
        }

        @Test
        void is_called_again_with_the_final_data_if_they_changed_after_it() {
            answers(GUARD, "guard", null, HookResult.deny("not 3"));
            changes(1, 2);
            changes(2, 3);

            HookOutcome outcome = emit();

            assertThat(calls).containsExactly("guard 1", "guard 3");
            assertThat(outcome.reason()).isEqualTo("not 3");
            assertThat(outcome.decidedBy()).isEqualTo("guard");
            assertThat(runs(outcome)).containsExactly("guard", "change", "change", "guard again");
            assertThat(outcome.data().get("a")).isEqualTo(3);
        }

        @Test
        void answers_for_its_own_modification() {
            answers(GUARD, "guard", HookResult.modify(Map.of("a", 2)), HookResult.deny("never"));

            assertThat(emit().data()).isEqualTo(EventData.of("a", 2));
            assertThat(calls).containsExactly("guard 1");
        }

        @Test
        void is_called_again_if_its_own_modification_was_changed() {
            answers(GUARD, "guard", HookResult.modify(Map.of("a", 2)), null);
            changes(1, 3);

            emit();

            assertThat(calls).containsExactly("guard 1", "guard 3");
        }

        @Test
        void is_not_called_again_if_what_it_saw_comes_back() {
            answers(GUARD, "guard", null, HookResult.deny("never"));
            changes(1, 2);
            changes(2, 1.0);

            assertThat(emit().denied()).isFalse();
            assertThat(calls).containsExactly("guard 1");
        }

        @Test
        void is_not_called_again_for_equal_data() {
            answers(GUARD, "guard", null, HookResult.deny("never"));
            registry.register("tool:pre", 1, "same", (event, data) -> HookResult.modify(Map.of("a", 1.0)));

            assertThat(emit().denied()).isFalse();
        }

        @Test
        void that_failed_with_a_policy_to_go_on_is_called_again() {
            registry.register(GUARD.name("guard").onFailure(FailurePolicy.CONTINUE), (event, data) -> {
                if (data.get("a").equals(1)) {
                    throw new IllegalStateException("broken");
                }
                return HookResult.deny("now it works");
            });
            changes(1, 2);

            assertThat(emit().reason()).isEqualTo("now it works");
        }

        @Test
        void in_a_level_answers_for_its_own_modification_and_not_for_the_merged_data() {
            var seen = new ArrayList<Object>();
            registry.register(GUARD.concurrent(), (event, data) -> {
                seen.add(data);
                return seen.size() == 1 ? HookResult.modify(data.with("b", 2)) : null;
            });
            registry.register(PLAIN.concurrent(), (event, data) -> HookResult.modify(data.with("c", 3)));

            emit();

            assertThat(seen).containsExactly(EventData.of("a", 1), EventData.of("a", 1, "b", 2, "c", 3));
        }

        @Test
        void in_a_level_whose_answer_was_dropped_is_called_again() {
            registry.register(PLAIN.concurrent(), (event, data) -> HookResult.modify(data.with("a", 2)));
            HookOptions guard = GUARD.concurrent().onFailure(FailurePolicy.CONTINUE);
            registry.register(guard, (event, data) -> {
                calls.add("guard " + data.get("a"));
                return calls.size() == 1 ? HookResult.modify(data.with("a", 3)) : HookResult.deny("not 2");
            });

            assertThat(emit().reason()).isEqualTo("not 2");
            assertThat(calls).containsExactly("guard 1", "guard 2");
        }
    }

    @Nested
    class A_handler_that_asked {

        @Test
        void counts_as_a_guard() {
            answers(PLAIN, "asks", HookResult.ask("About 1?"), HookResult.ask("About 2?"));
            changes(1, 2);

            HookOutcome outcome = emit();

            assertThat(outcome.questions()).extracting(Question::prompt).containsExactly("About 2?");
            assertThat(outcome.result()).isEqualTo(HookResult.ask("About 2?"));
            assertThat(runs(outcome)).containsExactly("asks", "change", "asks again");
        }

        @Test
        void may_let_go_of_its_question() {
            answers(PLAIN, "asks", HookResult.ask("About 1?"), null);
            changes(1, 2);

            assertThat(emit().action()).isEqualTo(Action.CONTINUE);
        }

        @Test
        void denies_by_failing_the_second_time() {
            answers(PLAIN, "asks", HookResult.ask("About 1?"), HookResult.modify(Map.of("a", 5)));
            changes(1, 2);

            assertThat(emit().reason()).startsWith("Guard asks unavailable: ");
        }

        @Test
        void by_failing_counts_too() {
            registry.register(PLAIN.name("asks").onFailure(FailurePolicy.ASK), (event, data) -> {
                if (data.get("a").equals(1)) {
                    throw new IllegalStateException("broken");
                }
                return null;
            });
            changes(1, 2);

            HookOutcome outcome = emit();

            assertThat(outcome.questions()).isEmpty();
            assertThat(runs(outcome)).containsExactly("asks", "change", "asks again");
        }

        @Test
        void nothing_and_is_no_guard_is_called_once() {
            answers(PLAIN, "notes", HookResult.inject("x"), HookResult.deny("never"));
            changes(1, 2);

            assertThat(emit().denied()).isFalse();
            assertThat(calls).containsExactly("notes 1");
        }
    }

    @Nested
    class The_second_answer {

        @Test
        void replaces_question_injection_and_messages_of_the_first() {
            answers(GUARD, "a", HookResult.inject("old").userMessage("old"), HookResult.inject("new"));
            answers(GUARD, "b", HookResult.ask("old?"), HookResult.proceed().userMessage("new"));
            changes(1, 2);

            HookOutcome outcome = emit();

            assertThat(outcome.action()).isEqualTo(Action.INJECT_CONTEXT);
            assertThat(outcome.injections())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("new"));
            assertThat(outcome.questions()).isEmpty();
            assertThat(outcome.messages())
                    .singleElement()
                    .satisfies(it -> assertThat(it.text()).isEqualTo("new"));
        }

        @Test
        void may_not_modify() {
            answers(GUARD, "guard", null, HookResult.modify(Map.of("a", 9)));
            changes(1, 2);

            HookOutcome outcome = emit();

            assertThat(outcome.reason()).startsWith("Guard guard unavailable: ");
            assertThat(outcome.data().get("a")).isEqualTo(2);
            assertThat(outcome.runs().getLast().failure().kind()).isEqualTo(HookFailure.Kind.INVALID_RESULT);
        }

        @Test
        void may_set_equal_data_which_is_no_modification() {
            answers(GUARD, "guard", null, HookResult.modify(Map.of("a", 2.0)));
            changes(1, 2);

            assertThat(emit().action()).isEqualTo(Action.CONTINUE);
        }

        @Test
        void that_fails_goes_by_the_policy_that_was_set() {
            answers(GUARD.onFailure(FailurePolicy.CONTINUE), "a", null, HookResult.modify(Map.of()));
            answers(GUARD.onFailure(FailurePolicy.ASK), "b", null, HookResult.modify(Map.of()));
            changes(1, 2);

            HookOutcome outcome = emit();

            assertThat(outcome.questions()).extracting(Question::author).containsExactly("b");
        }

        @Test
        void is_asked_for_in_running_order_one_after_another() {
            answers(GUARD.concurrent(), "a", null, HookResult.inject("1"));
            answers(GUARD.concurrent(), "b", null, HookResult.inject("2"));
            answers(GUARD.priority(-1), "first", null, null);
            changes(1, 2);

            HookOutcome outcome = emit();

            assertThat(calls.subList(3, 6)).containsExactly("first 2", "a 2", "b 2");
            assertThat(outcome.injections()).extracting(it -> it.text()).containsExactly("1", "2");
        }

        @Test
        void that_denies_is_the_last_one() {
            answers(GUARD, "a", null, HookResult.deny("no"));
            answers(GUARD, "b", null, null);
            changes(1, 2);

            assertThat(runs(emit())).containsExactly("a", "b", "change", "a again");
        }
    }

    @Nested
    class A_guard_of_a_tool {

        private void renames(int priority, String tool) {
            registry.register(
                    "tool:pre",
                    priority,
                    "rename to " + tool,
                    (event, data) -> HookResult.modify(data.with("tool_name", tool)));
        }

        private HookOutcome emit(String tool) {
            return registry.emit("tool:pre", Map.of("a", 1, "tool_name", tool));
        }

        @Test
        void judges_a_call_that_a_later_hook_makes_one_of_that_tool() {
            answers(GUARD.tools("Bash"), "guard", HookResult.deny("not the shell"), null);
            renames(1, "Bash");

            HookOutcome outcome = emit("Read");

            assertThat(outcome.reason()).isEqualTo("not the shell");
            assertThat(outcome.decidedBy()).isEqualTo("guard");
            assertThat(runs(outcome)).containsExactly("rename to Bash", "guard");
            assertThat(outcome.skipped()).isEmpty();
        }

        @Test
        void judges_a_call_that_was_another_tool_s_at_its_turn_only() {
            renames(-1, "Read");
            answers(GUARD.tools("Bash"), "guard", HookResult.ask("The shell?"), null);
            renames(1, "Bash");

            assertThat(emit("Bash").questions()).extracting(Question::author).containsExactly("guard");
        }

        @Test
        void denies_by_failing_or_modifying_then() {
            answers(GUARD.tools("Bash"), "guard", HookResult.modify(Map.of("a", 9)), null);
            renames(1, "Bash");

            HookOutcome outcome = emit("Read");

            assertThat(outcome.reason()).startsWith("Guard guard unavailable: ");
            assertThat(outcome.isDeniedByFailure()).isTrue();
        }

        @Test
        void is_left_out_of_a_call_that_stays_another_tool_s() {
            answers(GUARD.tools("Bash"), "guard", HookResult.deny("never"), null);
            renames(1, "Grep");

            HookOutcome outcome = emit("Read");

            assertThat(outcome.denied()).isFalse();
            assertThat(outcome.skipped()).extracting(SkippedHandler::why).containsExactly("only for Bash");
        }

        @Test
        void is_called_again_when_a_human_changes_what_it_judged_late() {
            answers(GUARD.tools("Bash"), "guard", null, HookResult.deny("changed"));
            renames(1, "Bash");
            HookOutcome outcome = emit("Read");

            HookOutcome judged = registry.judgeAgain(
                            outcome, outcome.data().with("a", 7), Emission.pinning("session_id"))
                    .outcome();

            assertThat(calls).containsExactly("guard 1", "guard 7");
            assertThat(runs(judged)).containsExactly("rename to Bash", "guard", "guard again");
            assertThat(judged.reason()).isEqualTo("changed");
        }

        @Test
        void is_not_asked_late_unless_it_is_a_guard() {
            answers(PLAIN.tools("Bash"), "plain", HookResult.deny("never"), null);
            renames(1, "Bash");

            assertThat(emit("Read").denied()).isFalse();
        }
    }

    @Nested
    class Nobody_is_called_again {

        @Test
        void after_a_deny() {
            answers(GUARD, "guard", null, null);
            changes(1, 2);
            registry.register("tool:pre", 2, "deny", (event, data) -> HookResult.deny("no"));

            emit();

            assertThat(calls).containsExactly("guard 1");
        }

        @Test
        void for_an_announcement() {
            registry.register(HookOptions.forEvent("approval:granted").guard(), (event, data) -> {
                calls.add("guard");
                return null;
            });
            registry.register("approval:granted", 1, "change", (event, data) -> HookResult.modify(data.with("a", 2)));

            registry.emit("approval:granted", Map.of("a", 1));

            assertThat(calls).containsExactly("guard");
        }

        @Test
        void after_an_interruption() {
            answers(GUARD, "guard", null, null);
            registry.register("tool:pre", 1, "change", (event, data) -> {
                Thread.currentThread().interrupt();
                return HookResult.modify(data.with("a", 2));
            });

            assertThat(emit().reason()).isEqualTo("Interrupted");
            assertThat(calls).containsExactly("guard 1");
        }

        @Test
        void when_data_are_collected() {
            answers(GUARD, "guard", null, null);
            changes(1, 2);

            registry.emitAndCollect("tool:pre", Map.of("a", 1));

            assertThat(calls).containsExactly("guard 1");
        }

        @Test
        void for_a_tool_that_it_is_not_for() {
            answers(GUARD.tools("Bash"), "guard", HookResult.ask("Sure?"), HookResult.deny("never"));
            registry.register(
                    "tool:pre", 1, "change", (event, data) -> HookResult.modify(data.with("tool_name", "Read")));

            HookOutcome outcome = registry.emit("tool:pre", Map.of("a", 1, "tool_name", "Bash"));

            assertThat(calls).containsExactly("guard 1");
            assertThat(outcome.questions()).hasSize(1);
        }
    }

    @Nested
    class Data_that_a_human_changed {

        private final Emission how = Emission.pinning("session_id");

        @Test
        void are_judged_again_by_every_handler() {
            answers(GUARD, "guard", null, HookResult.inject("seen"));
            answers(PLAIN, "asks", HookResult.ask("1?"), HookResult.ask("7?"));
            answers(PLAIN, "plain", HookResult.inject("old"), null);
            HookOutcome outcome = emit();

            HookOutcome judged =
                    registry.judgeAgain(outcome, EventData.of("a", 7), how).outcome();

            assertThat(calls).containsExactly("guard 1", "asks 1", "plain 1", "guard 7", "asks 7", "plain 7");
            assertThat(judged.questions()).extracting(Question::prompt).containsExactly("7?");
            assertThat(judged.injections()).extracting(it -> it.text()).containsExactly("seen");
            assertThat(judged.data()).isEqualTo(EventData.of("a", 7));
            assertThat(runs(judged))
                    .containsExactly("guard", "asks", "plain", "guard again", "asks again", "plain again");
        }

        @Test
        void leave_the_first_outcome_as_it_was() {
            answers(PLAIN, "asks", HookResult.ask("1?"), HookResult.deny("not 7"));
            HookOutcome outcome = emit();

            HookOutcome judged =
                    registry.judgeAgain(outcome, EventData.of("a", 7), how).outcome();

            assertThat(judged.reason()).isEqualTo("not 7");
            assertThat(outcome.questions()).hasSize(1);
            assertThat(outcome.runs()).hasSize(1);
            assertThat(outcome.data()).isEqualTo(EventData.of("a", 1));
        }

        @Test
        void and_that_a_guard_has_seen_already_are_not_judged_a_third_time() {
            answers(GUARD, "guard", null, null);
            changes(1, 2);
            HookOutcome outcome = emit();

            HookOutcome judged = registry.judgeAgain(outcome, EventData.of("a", 2), Emission.pinning())
                    .outcome();

            assertThat(calls).containsExactly("guard 1", "guard 2");
            assertThat(judged.runs()).hasSize(3);
        }
    }
}
