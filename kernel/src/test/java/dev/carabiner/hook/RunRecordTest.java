package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carabiner.event.EventData;
import dev.carabiner.event.FieldChange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** SPEC 7: what an outcome tells so that the record can answer "why". */
class RunRecordTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @AfterEach
    void calm_down() {
        Thread.interrupted();
    }

    private void answers(int priority, String name, HookResult result) {
        registry.register("tool:pre", priority, name, (event, data) -> result);
    }

    private HookOutcome emit() {
        return registry.emit("tool:pre", Map.of("a", 1));
    }

    private HookOutcome observed() {
        Emission how = Emission.pinning("session_id");
        EventData data = EventData.of("a", 1, "session_id", "s");
        return EmitDepth.within("tool:pre", () -> registry.emit("tool:pre", data, how, System.nanoTime()));
    }

    @Nested
    class Times {

        private static final Duration PAUSE = Duration.ofMillis(20);

        private HookHandler pausing(HookResult result) {
            return (event, data) -> {
                Thread.sleep(PAUSE);
                return result;
            };
        }

        @Test
        void are_taken_for_a_coordinator_one_run_after_the_other() {
            registry.register("tool:pre", 0, "a", pausing(null));
            registry.register("tool:pre", 1, "b", pausing(HookResult.inject("x")));

            List<HandlerRun> runs = observed().runs();

            assertThat(runs).allSatisfy(run -> assertThat(run.elapsed()).isGreaterThanOrEqualTo(PAUSE));
            assertThat(runs.getFirst().start()).isLessThan(PAUSE);
            assertThat(runs.getLast().start()).isGreaterThanOrEqualTo(PAUSE);
        }

        @Test
        void of_a_level_overlap() {
            for (String name : List.of("a", "b")) {
                registry.register(
                        HookOptions.forEvent("tool:pre").concurrent().name(name).timeout(Duration.ofSeconds(50)),
                        pausing(null));
            }

            List<HandlerRun> runs = observed().runs();

            HandlerRun first = runs.getFirst();
            assertThat(runs).allSatisfy(run -> assertThat(run.elapsed()).isGreaterThanOrEqualTo(PAUSE));
            assertThat(runs.getLast().start()).isLessThan(first.start().plus(first.elapsed()));
        }

        @Test
        void of_a_second_call_are_its_own() {
            registry.register(HookOptions.forEvent("tool:pre").guard().name("guard"), pausing(null));
            answers(1, "change", HookResult.modify(Map.of("a", 2)));

            List<HandlerRun> runs = observed().runs();

            assertThat(runs.getLast().again()).isTrue();
            assertThat(runs.getLast().start()).isGreaterThanOrEqualTo(PAUSE);
            assertThat(runs.getLast().elapsed()).isGreaterThanOrEqualTo(PAUSE);
            assertThat(runs.getFirst().start()).isLessThan(runs.getLast().start());
        }

        @Test
        void are_zero_for_a_bare_emit() {
            registry.register("tool:pre", 0, "a", pausing(HookResult.inject("x")));
            for (int i = 0; i < 2; i++) {
                registry.register(HookOptions.forEvent("tool:pre").concurrent().priority(1), pausing(null));
            }

            assertThat(emit().runs()).allSatisfy(run -> {
                assertThat(run.start()).isZero();
                assertThat(run.elapsed()).isZero();
            });
        }
    }

    @Nested
    class Those_who_did_not_run {

        @Test
        void are_told_with_why() {
            registry.register(HookOptions.forEvent("tool:pre").name("for Read").tools("Read"), (event, data) -> null);
            answers(1, "deny", HookResult.deny("no"));
            answers(2, "after", null);

            HookOutcome outcome = registry.emit("tool:pre", Map.of("tool_name", "Bash"));

            assertThat(outcome.skipped())
                    .containsExactly(
                            new SkippedHandler("for Read", 0, "only for Read"),
                            new SkippedHandler("after", 2, "after the deny"));
        }

        @Test
        void because_of_an_interruption_are_told_too() {
            answers(0, "a", null);
            Thread.currentThread().interrupt();

            assertThat(emit().skipped()).containsExactly(new SkippedHandler("a", 0, "after the interruption"));
        }

        @Test
        void are_the_same_ones_after_a_human_refused() {
            answers(0, "asks", HookResult.ask("Sure?"));

            assertThat(emit().deniedBecause("User denied").skipped()).isEmpty();
        }
    }

    @Nested
    class Modifications {

        @Test
        void have_their_author_and_what_changed() {
            answers(0, "first", HookResult.modify(Map.of("a", 2, "b", 3)));
            answers(1, "same", HookResult.modify(Map.of("b", 3.0, "a", 2)));
            answers(2, "second", HookResult.modify(Map.of("b", 3)));

            HookOutcome outcome = observed();

            assertThat(outcome.modifications())
                    .extracting(
                            Modification::author,
                            it -> it.changes().stream()
                                    .map(FieldChange::path)
                                    .sorted()
                                    .toList())
                    .containsExactly(tuple("first", List.of("a", "b")), tuple("second", List.of("a")));
            assertThat(outcome.incoming()).isEqualTo(EventData.of("a", 1, "session_id", "s"));
        }

        @Test
        void are_none_if_nothing_changed() {
            answers(0, "note", HookResult.inject("x"));

            assertThat(emit().modifications()).isEmpty();
            assertThat(emit().incoming()).isEqualTo(emit().data());
        }
    }

    @Nested
    class The_decider {

        @Test
        void is_the_first_one_of_the_strongest_kind() {
            answers(0, "note", HookResult.inject("x"));
            assertThat(emit().decidedBy()).isEqualTo("note");

            answers(1, "asks", HookResult.ask("Sure?"));
            answers(2, "asks too", HookResult.ask("Sure?"));
            assertThat(emit().decidedBy()).isEqualTo("asks");

            answers(3, "denies", HookResult.deny("no"));
            assertThat(emit().decidedBy()).isEqualTo("denies");
        }

        @Test
        void is_nobody_if_all_go_on_or_the_kernel_or_a_human_denied() {
            assertThat(emit().decidedBy()).isEmpty();
            answers(1, "asks", HookResult.ask("Sure?"));

            assertThat(emit().deniedBecause("User denied").decidedBy()).isEmpty();
        }
    }

    @Nested
    class In_one_line {

        @Test
        void it_says_what_was_decided_and_what_everybody_did() {
            answers(0, "note", HookResult.inject("x"));
            registry.register("tool:pre", 1, "broken", HookFailureTest.throwing(new IllegalStateException("x")));
            answers(2, "guard", HookResult.deny("not\nhere"));
            answers(3, "after", null);

            assertThat(emit())
                    .hasToString("tool:pre deny by guard: not\\nhere [note inject_context, broken failed (exception), "
                            + "guard deny, after not run, after the deny]");
        }

        @Test
        void it_does_not_hold_the_data() {
            answers(0, "asks", HookResult.ask("Sure?"));

            assertThat(registry.emit("tool:pre", Map.of("password", "hunter2")))
                    .hasToString("tool:pre ask_user by asks: Sure? [asks ask_user]");
        }

        @Test
        void it_is_short_if_nobody_listens() {
            assertThat(emit()).hasToString("tool:pre continue");
        }
    }
}
