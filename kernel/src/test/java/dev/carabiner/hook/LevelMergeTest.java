package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.Question;
import dev.carabiner.event.EventData;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Rule 13: what the handlers of a level change is merged field by field, in running order. */
class LevelMergeTest {

    private static final HookOptions BESIDE = HookOptions.forEvent("tool:pre").concurrent();
    private static final EventData BEFORE =
            EventData.of("a", 1, "b", 2, "tool_input", Map.of("command", "ls"), "list", List.of(Map.of("k", 1), 2));

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    private void modifies(HookOptions options, UnaryOperator<EventData> change) {
        registry.register(options, (event, data) -> HookResult.modify(change.apply(data)));
    }

    private void modifies(String name, UnaryOperator<EventData> change) {
        modifies(BESIDE.name(name), change);
    }

    private EventData inside(EventData data, UnaryOperator<EventData> change) {
        return data.update("tool_input", change);
    }

    private HookOutcome emit() {
        return registry.emit("tool:pre", BEFORE);
    }

    private static List<String> failed(HookOutcome outcome) {
        return outcome.runs().stream()
                .filter(run -> run.failure() != null)
                .map(run -> run.name() + " " + run.failure().kind())
                .toList();
    }

    @Nested
    class Different_fields {

        @Test
        void combine() {
            modifies("a", data -> data.with("a", 10));
            modifies("b", data -> data.with("b", 20));
            modifies("c", data -> data.with("c", 30));

            assertThat(emit().data())
                    .isEqualTo(BEFORE.with("a", 10).with("b", 20).with("c", 30));
        }

        @Test
        void inside_the_tools_input_combine() {
            modifies("a", data -> inside(data, input -> input.with("command", "ls -l")));
            modifies("b", data -> inside(data, input -> input.with("timeout", 5)));
            modifies("c", data -> data.with("a", 2));

            EventData expected = EventData.of("command", "ls -l", "timeout", 5);
            assertThat(emit().data())
                    .isEqualTo(BEFORE.with("tool_input", expected).with("a", 2));
        }

        @Test
        void include_those_that_are_removed() {
            modifies("a", data -> data.without("a"));
            modifies("b", data -> inside(data, input -> input.without("command")));

            assertThat(emit().data()).isEqualTo(BEFORE.without("a").with("tool_input", Map.of()));
        }

        @Test
        void of_a_whole_replacement_are_all_that_differ() {
            modifies("a", data -> EventData.of("only", 1));
            modifies("b", data -> data.with("more", 2));

            assertThat(emit().data()).isEqualTo(EventData.of("only", 1, "more", 2));
        }
    }

    @Nested
    class Equal_changes {

        @Test
        void are_one() {
            modifies("a", data -> data.with("a", 10).without("b"));
            modifies("b", data -> data.with("a", 10.0).without("b"));

            HookOutcome outcome = emit();

            assertThat(failed(outcome)).isEmpty();
            assertThat(outcome.data()).isEqualTo(BEFORE.with("a", 10).without("b"));
        }

        @Test
        void to_what_was_there_are_none() {
            modifies("a", data -> data.with("a", 10));
            modifies("b", data -> data.with("a", new BigDecimal("1.00")).with("b", 3));

            HookOutcome outcome = emit();

            assertThat(failed(outcome)).isEmpty();
            assertThat(outcome.data()).isEqualTo(BEFORE.with("a", 10).with("b", 3));
        }

        @Test
        void are_told_by_their_canonical_form() {
            modifies("a", data -> data.with("x", Map.of("p", 1, "q", List.of(2.0))));
            modifies("b", data -> data.with("x", EventData.of("q", List.of(2), "p", 1.0)));

            assertThat(failed(emit())).isEmpty();
        }
    }

    @Nested
    class The_same_field_changed_differently {

        @Test
        void fails_the_later_answer_naming_the_field_and_the_other_hook() {
            modifies("first", data -> data.with("a", 10));
            modifies("second", data -> data.with("a", 20));

            HookOutcome outcome = emit();

            assertThat(outcome.data().get("a")).isEqualTo(10);
            assertThat(failed(outcome)).containsExactly("second CONFLICT");
            assertThat(outcome.runs().getLast().failure())
                    .hasMessage("conflict: a was changed differently by the hook first");
        }

        @Test
        void is_judged_by_running_order_and_not_by_time() {
            registry.register(BESIDE.name("first"), (event, data) -> {
                Thread.sleep(20);
                return HookResult.modify(data.with("a", 10));
            });
            modifies("second", data -> data.with("a", 20));

            assertThat(failed(emit())).containsExactly("second CONFLICT");
        }

        @Test
        void drops_the_conflicting_answer_whole() {
            modifies("first", data -> data.with("a", 10));
            registry.register(
                    BESIDE.name("second"),
                    (event, data) ->
                            HookResult.modify(data.with("a", 20).with("c", 30)).userMessage("m"));
            modifies("third", data -> data.with("c", 40));

            HookOutcome outcome = emit();

            assertThat(outcome.data()).isEqualTo(BEFORE.with("a", 10).with("c", 40));
            assertThat(outcome.messages()).isEmpty();
        }

        @Test
        void goes_by_the_later_ones_policy() {
            modifies("first", data -> data.with("a", 10));
            modifies(BESIDE.name("asks").onFailure(FailurePolicy.ASK), data -> data.with("a", 20));
            modifies(BESIDE.name("guard").onFailure(FailurePolicy.DENY), data -> data.with("a", 30));

            HookOutcome outcome = emit();

            assertThat(outcome.reason())
                    .isEqualTo("Guard guard unavailable: conflict: a was changed differently by the hook first");
            assertThat(outcome.questions()).extracting(Question::author).containsExactly("asks");
        }

        @Test
        void includes_a_removal() {
            modifies("first", data -> data.without("a"));
            modifies("second", data -> data.with("a", null));

            HookOutcome outcome = emit();

            assertThat(failed(outcome)).containsExactly("second CONFLICT");
            assertThat(outcome.data().has("a")).isFalse();
        }

        @Test
        void inside_the_tools_input_names_the_inner_field() {
            modifies("first", data -> inside(data, input -> input.with("command", "a")));
            modifies("second", data -> inside(data, input -> input.with("command", "b")));

            assertThat(emit().runs().getLast().failure()).hasMessageContaining("tool_input.command");
        }

        @Test
        void deeper_inside_counts_as_the_field_that_holds_it() {
            modifies("first", data -> data.with("list", List.of(Map.of("k", 5), 2)));
            modifies("second", data -> data.with("list", List.of(Map.of("k", 1), 9)));

            assertThat(failed(emit())).containsExactly("second CONFLICT");
        }

        @Test
        void is_no_matter_between_two_levels() {
            modifies("first", data -> data.with("a", 10));
            modifies(BESIDE.name("second").priority(1), data -> data.with("a", 20));

            assertThat(emit().data().get("a")).isEqualTo(20);
        }
    }

    @Nested
    class Replacing_or_dropping_the_tools_input {

        @Test
        void conflicts_with_a_change_inside_it() {
            modifies("inside", data -> inside(data, input -> input.with("timeout", 5)));
            modifies("replace", data -> data.with("tool_input", "text"));
            modifies("drop", data -> data.without("tool_input"));

            HookOutcome outcome = emit();

            assertThat(failed(outcome)).containsExactly("replace CONFLICT", "drop CONFLICT");
            assertThat(outcome.runs().getLast().failure())
                    .hasMessage("conflict: tool_input was changed differently by the hook inside");
        }

        @Test
        void makes_a_change_inside_it_conflict() {
            modifies("drop", data -> data.without("tool_input"));
            modifies("inside", data -> inside(data, input -> input.with("timeout", 5)));

            HookOutcome outcome = emit();

            assertThat(failed(outcome)).containsExactly("inside CONFLICT");
            assertThat(outcome.data().has("tool_input")).isFalse();
        }

        @Test
        void twice_in_the_same_way_is_one_change() {
            modifies("first", data -> data.without("tool_input"));
            modifies("second", data -> data.without("tool_input"));

            assertThat(failed(emit())).isEmpty();
        }
    }

    @Test
    void each_change_is_on_record_with_its_author() {
        modifies("first", data -> data.with("a", 10));
        modifies("nothing", data -> data.with("a", 1.0));
        modifies("second", data -> data.with("b", 20));

        List<Modification> made = emit().modifications();

        assertThat(made).extracting(Modification::author).containsExactly("first", "second");
        assertThat(made.getLast().before()).isEqualTo(BEFORE.with("a", 10));
        assertThat(made.getLast().changes()).singleElement().satisfies(change -> {
            assertThat(change.path()).isEqualTo("b");
            assertThat(change.value()).isEqualTo(20);
        });
    }
}
