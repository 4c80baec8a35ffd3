package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.event.TestSeed;
import dev.carabiner.hook.ModelRegistry.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an emit would decide, and what it would decide without one of its handlers. */
class RehearsalTest {

    private static final int POLICIES = TestSeed.cases(1_000);
    private static final TestSeed SEED = TestSeed.of(RehearsalTest.class);
    private static final EventData CALL = EventData.of("tool_name", "Bash", "x", 1);

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    private Rehearsal rehearsed() {
        return registry.rehearse("tool:pre", CALL, Emission.BARE);
    }

    @Nested
    class Without_a_handler {

        @Test
        void those_behind_a_denial_decide() {
            registry.register("tool:pre", 1, "first", (event, data) -> HookResult.deny("no"));
            registry.register("tool:pre", 2, "second", (event, data) -> HookResult.ask("Sure?"));

            Rehearsal rehearsal = rehearsed();

            assertThat(rehearsal.outcome().decidedBy()).isEqualTo("first");
            assertThat(rehearsal.without(0).action()).isEqualTo(Action.ASK_USER);
            assertThat(rehearsal.without(1).action()).isEqualTo(Action.DENY);
        }

        @Test
        void the_data_are_as_if_it_had_not_changed_them() {
            registry.register("tool:pre", 1, "changes", (event, data) -> HookResult.modify(data.with("x", 2)));
            registry.register(
                    "tool:pre", 2, "judges", (event, data) -> Integer.valueOf(2).equals(data.get("x")) ? deny() : null);

            assertThat(rehearsed().without(0).action()).isEqualTo(Action.CONTINUE);
        }

        private HookResult deny() {
            return HookResult.deny("x is 2");
        }

        @Test
        void it_is_as_if_it_had_never_been_registered() {
            for (int i = 0; i < POLICIES; i++) {
                play(i);
                log.messages().clear();
            }
        }

        /** A random policy: each of its handlers is really left out, once. */
        private void play(int number) {
            Scenarios scenarios = new Scenarios(SEED.forCase(number));
            List<Entry> entries = new ArrayList<>();
            for (int id = 0; id < 1 + scenarios.upTo(6); id++) {
                entries.add(scenarios.entry(id));
            }
            String event = scenarios.event();
            EventData data = EventData.of(scenarios.fields());
            Rehearsal rehearsal = registryOf(entries, -1).rehearse(event, data, Emission.BARE);
            assertSame(rehearsal.outcome(), registryOf(entries, -1).emit(event, data), number, "all");
            for (int place = 0; place < rehearsal.handlers().size(); place++) {
                String name = rehearsal.handlers().get(place).name();
                HookRegistry really = registryOf(entries, Integer.parseInt(name));
                assertSame(rehearsal.without(place), really.emit(event, data), number, "without " + name);
            }
        }

        private void assertSame(HookOutcome rehearsed, HookOutcome real, int number, String what) {
            Observed.Calls unseen = new Observed.Calls(List.of(), List.of(), List.of());
            assertThat(Observed.of(rehearsed, List.of(), unseen))
                    .as("case %s, %s, %s", number, what, SEED)
                    .isEqualTo(Observed.of(real, List.of(), unseen));
        }

        private HookRegistry registryOf(List<Entry> entries, int leftOut) {
            HookRegistry made = new HookRegistry();
            for (Entry entry : entries) {
                if (entry.id() != leftOut) {
                    made.register(
                            options(entry), (event, data) -> entry.answer().actOut(data));
                }
            }
            return made;
        }

        private HookOptions options(Entry entry) {
            HookOptions options = HookOptions.forEvent(entry.event())
                    .priority(entry.priority())
                    .name(String.valueOf(entry.id()));
            options = entry.policy() == null ? options : options.onFailure(entry.policy());
            options = entry.guard() ? options.guard() : options;
            options = entry.concurrent() ? options.concurrent() : options;
            options = entry.tools().isEmpty()
                    ? options
                    : options.tools(entry.tools().toArray(String[]::new));
            return entry.answer().kind() == Answer.Kind.LATE
                    ? options.timeout(Duration.ofMillis(Answer.LATE_TIMEOUT_MILLIS))
                    : options;
        }
    }

    @Nested
    class A_handler {

        private final AtomicInteger calls = new AtomicInteger();

        @Test
        void is_called_once_for_the_same_data() {
            registry.register("tool:pre", 1, "counts", (event, data) -> {
                calls.incrementAndGet();
                throw new IllegalStateException("broken");
            });
            registry.register("tool:pre", 2, "other", (event, data) -> HookResult.inject("note"));

            Rehearsal rehearsal = rehearsed();
            HookOutcome other = rehearsal.without(1);

            assertThat(calls).hasValue(1);
            assertThat(other.runs().getFirst().failure()).hasMessage("broken");
        }

        @Test
        void that_was_too_late_is_not_waited_for_again() throws Exception {
            CountDownLatch never = new CountDownLatch(1);
            HookOptions timed = HookOptions.forEvent("tool:pre").name("late").timeout(Duration.ofMillis(20));
            registry.register(timed.guard(), (event, data) -> {
                calls.incrementAndGet();
                never.await();
                return null;
            });
            registry.register("tool:pre", 1, "other", (event, data) -> null);

            Rehearsal rehearsal = rehearsed();
            HookOutcome other = rehearsal.without(1);

            assertThat(calls).hasValue(1);
            assertThat(other.reason()).isEqualTo("Guard late unavailable: no result within 20 ms");
        }

        @Test
        void that_is_registered_later_takes_no_part() {
            Rehearsal rehearsal = rehearsed();
            registry.register("tool:pre", (event, data) -> HookResult.deny("no"));

            assertThat(rehearsal.handlers()).isEmpty();
            assertThat(rehearsal.outcome().action()).isEqualTo(Action.CONTINUE);
        }
    }

    @Test
    void the_registry_lists_its_handlers_in_running_order() {
        HookOptions post =
                HookOptions.forEvent("tool:post").name("b").priority(2).tools("Bash");
        registry.register(post, (event, data) -> null);
        registry.register("tool:pre", 1, "a", (event, data) -> null);

        assertThat(registry.handlers()).extracting(ListedHandler::name).containsExactly("a", "b");
        assertThat(registry.handlers().getLast().options()).isEqualTo(post);
    }
}
