package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Rules 4, 5 and 12: what stops an event, what changes it, and that it always does so. */
class HookDecisionTest {

    private final HookRegistry registry = new HookRegistry();
    private final List<String> calls = new ArrayList<>();

    private HookHandler calling(String name) {
        return (event, data) -> {
            calls.add(name);
            return null;
        };
    }

    private HookOutcome emit(Map<String, ?> data) {
        return registry.emit("tool:pre", data);
    }

    @Nested
    class Deny {

        @Test
        void stops_the_chain() {
            registry.register("tool:pre", 0, "guard", (event, data) -> HookResult.deny("no"));
            registry.register("tool:pre", 1, "later", calling("later"));

            HookOutcome outcome = emit(Map.of("a", 1));

            assertThat(outcome.denied()).isTrue();
            assertThat(outcome.action()).isEqualTo(Action.DENY);
            assertThat(outcome.reason()).isEqualTo("no");
            assertThat(outcome.runs()).extracting(HandlerRun::name).containsExactly("guard");
            assertThat(calls).isEmpty();
        }

        @Test
        void wins_over_what_came_before() {
            registry.register("tool:pre", 0, "asking", (event, data) -> HookResult.ask("Sure?"));
            registry.register("tool:pre", 1, "injecting", (event, data) -> HookResult.inject("note"));
            registry.register("tool:pre", 2, "guard", (event, data) -> HookResult.deny("no"));

            HookOutcome outcome = emit(Map.of());

            assertThat(outcome.result()).isEqualTo(HookResult.deny("no"));
            assertThat(outcome.questions()).hasSize(1);
            assertThat(outcome.injections()).hasSize(1);
        }

        @Test
        void keeps_the_data_that_was_modified_before() {
            registry.register("tool:pre", 0, "changing", (event, data) -> HookResult.modify(data.with("a", 2)));
            registry.register("tool:pre", 1, "guard", (event, data) -> HookResult.deny("no"));

            assertThat(emit(Map.of("a", 1)).data().get("a")).isEqualTo(2);
        }

        @Test
        void may_have_an_empty_reason() {
            registry.register("tool:pre", (event, data) -> HookResult.deny(""));

            HookOutcome outcome = emit(Map.of());

            assertThat(outcome.denied()).isTrue();
            assertThat(outcome.reason()).isEmpty();
        }
    }

    @Nested
    class Modify {

        @Test
        void replaces_the_data_for_those_after_it_and_for_the_operation() {
            var seen = new ArrayList<Object>();
            registry.register("tool:pre", 0, "before", (event, data) -> {
                seen.add(data.get("a"));
                return HookResult.modify(Map.of("a", 2));
            });
            registry.observe(HookOptions.forEvent("tool:pre").priority(1), (event, data) -> seen.add(data.get("a")));

            HookOutcome outcome = emit(Map.of("a", 1, "dropped", true));

            assertThat(seen).containsExactly(1, 2);
            assertThat(outcome.data()).isEqualTo(EventData.of("a", 2));
        }

        @Test
        void chains() {
            for (int i = 0; i < 5; i++) {
                registry.register(
                        "tool:pre", (event, data) -> HookResult.modify(data.with("n", (int) data.get("n") * 2)));
            }

            assertThat(emit(Map.of("n", 1)).data().get("n")).isEqualTo(32);
        }

        @Test
        void alone_comes_to_continue() {
            registry.register("tool:pre", (event, data) -> HookResult.modify(data.with("a", 2)));

            HookOutcome outcome = emit(Map.of("a", 1));

            assertThat(outcome.action()).isEqualTo(Action.CONTINUE);
            assertThat(outcome.result()).isEqualTo(HookResult.proceed());
            assertThat(outcome.reason()).isEmpty();
        }

        @Test
        void does_not_bring_default_fields_back() {
            registry.setDefaultFields(Map.of("env", "prod"));
            registry.register("tool:pre", (event, data) -> HookResult.modify(data.without("env")));

            assertThat(emit(Map.of("a", 1)).data().asMap()).containsExactly(entry("a", 1));
        }

        @Test
        void of_one_emit_does_not_reach_the_next() {
            registry.register("tool:pre", (event, data) -> HookResult.modify(data.with("n", (int) data.get("n") + 1)));
            EventData given = EventData.of("n", 1);

            registry.emit("tool:pre", given);

            assertThat(registry.emit("tool:pre", given).data().get("n")).isEqualTo(2);
            assertThat(given.get("n")).isEqualTo(1);
        }
    }

    @Nested
    class SameInput {

        @Test
        void has_the_same_outcome_again() {
            registry.setDefaultFields(Map.of("x", 1, "y", 2, "z", 3));
            registry.register(
                    "tool:*",
                    -1,
                    "note",
                    (event, data) -> HookResult.inject("n").userMessage("m"));
            registry.register("*", 2, "ask", (event, data) -> HookResult.ask("Sure?"));
            registry.register(
                    "tool:pre",
                    1,
                    "change",
                    (event, data) ->
                            HookResult.modify(data.with("k", data.asMap().size())));

            HookOutcome once = emit(Map.of("a", 1));
            HookOutcome again = emit(Map.of("a", 1));

            assertThat(again.runs()).isEqualTo(once.runs());
            assertThat(again.data().toString()).isEqualTo(once.data().toString());
            assertThat(again.result()).isEqualTo(once.result());
        }

        @Test
        void takes_no_time_that_could_differ() {
            registry.register("tool:pre", calling("anyone"));

            assertThat(emit(Map.of()).runs())
                    .allSatisfy(run -> assertThat(run.elapsed()).isZero());
        }
    }
}
