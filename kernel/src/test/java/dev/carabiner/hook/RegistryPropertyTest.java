package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.event.TestSeed;
import dev.carabiner.hook.ModelRegistry.Entry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The registry does what a small model of its rules does, over random handlers, events and data. */
class RegistryPropertyTest {

    private static final int CASES = TestSeed.cases(20_000);
    private static final TestSeed SEED = TestSeed.of(RegistryPropertyTest.class);
    private static final Duration AMPLE = Duration.ofMinutes(5);
    private static final Duration TO_SETTLE = Duration.ofSeconds(2);

    @RegisterExtension
    final HookLog log = new HookLog();

    @Test
    void the_registry_agrees_with_the_model() {
        for (int i = 0; i < CASES; i++) {
            play(i);
            log.messages().clear();
        }
    }

    static void play(int number) {
        String where = "case " + number + ", " + SEED;
        try {
            new Case(new Scenarios(SEED.forCase(number)), where).play();
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            throw new AssertionError("the registry threw in " + where, e);
        }
    }

    /** Registers, closes and emits in both, step by step. */
    private static final class Case {

        private final Scenarios scenarios;
        private final String where;
        private final HookRegistry registry = new HookRegistry();
        private final ModelRegistry model = new ModelRegistry();
        private final Map<Integer, Registration> registrations = new TreeMap<>();
        private final Queue<String> calls = new ConcurrentLinkedQueue<>();
        private final Set<Integer> called = ConcurrentHashMap.newKeySet();

        Case(Scenarios scenarios, String where) {
            this.scenarios = scenarios;
            this.where = where;
        }

        void play() {
            for (int rounds = 1 + scenarios.upTo(2); rounds > 0; rounds--) {
                for (int i = scenarios.upTo(6); i > 0; i--) {
                    register();
                }
                if (scenarios.oneIn(3)) {
                    closeOne();
                }
                if (scenarios.oneIn(2)) {
                    setDefaults();
                }
                if (!emit()) {
                    return;
                }
                if (scenarios.oneIn(20)) {
                    collect();
                }
            }
            list();
        }

        private void register() {
            Entry entry = scenarios.entry(registrations.size());
            long nanos = entry.concurrent() ? scenarios.nanos() : 0;

            Registration registration = registry.register(options(entry), (given, data) -> {
                calls.add(Observed.call(entry.id(), given, data.asMap()));
                Answer answer = called.add(entry.id()) ? entry.answer() : entry.second();
                LockSupport.parkNanos(nanos);
                return answer.actOut(data);
            });

            registrations.put(entry.id(), registration);
            assertEqual(model.register(entry), registration.name(), "name");
        }

        private HookOptions options(Entry entry) {
            HookOptions options = HookOptions.forEvent(entry.event()).priority(entry.priority());
            options = entry.name().isEmpty() ? options : options.name(entry.name());
            options = entry.policy() == null ? options : options.onFailure(entry.policy());
            options = entry.guard() ? options.guard() : options;
            options = entry.concurrent() ? options.concurrent() : options;
            options = entry.tools().isEmpty()
                    ? options
                    : options.tools(entry.tools().toArray(String[]::new));
            if (entry.answer().kind() == Answer.Kind.LATE) {
                return options.timeout(Duration.ofMillis(Answer.LATE_TIMEOUT_MILLIS));
            }
            return scenarios.oneIn(25) ? options.timeout(AMPLE) : options;
        }

        private void closeOne() {
            if (!registrations.isEmpty()) {
                int id = scenarios.upTo(registrations.size() - 1);
                registrations.get(id).close();
                model.close(id);
            }
        }

        private void setDefaults() {
            Map<String, Object> fields = scenarios.fields();
            registry.setDefaultFields(fields);
            model.setDefaults(fields);
        }

        /** False if a handler may still be running that was interrupted beside one that denied. */
        private boolean emit() {
            String event = scenarios.event();
            Map<String, Object> data = scenarios.fields();
            calls.clear();
            called.clear();
            Observed expected = model.emit(event, data);

            HookOutcome outcome =
                    scenarios.oneIn(2) ? registry.emit(event, data) : registry.emit(event, EventData.of(data));

            Observed actual = Observed.of(outcome, callsOf(expected), expected.calls());
            assertEqual(expected, actual, "emit of " + event);
            return expected.calls().perhaps().isEmpty();
        }

        /** On a busy machine, a handler that was too late may not have come to note its call yet. */
        private List<String> callsOf(Observed expected) {
            long end = System.nanoTime() + TO_SETTLE.toNanos();
            while (!expected.calls().explain(List.copyOf(calls)) && System.nanoTime() < end) {
                LockSupport.parkNanos(100_000);
            }
            return List.copyOf(calls);
        }

        private void collect() {
            String event = scenarios.event();
            Map<String, Object> data = scenarios.fields();
            called.clear();

            List<EventData> collected = registry.emitAndCollect(event, data, AMPLE);

            assertEqual(
                    model.collect(event, data),
                    collected.stream().map(EventData::toString).toList(),
                    "collecting " + event);
        }

        private void list() {
            assertEqual(model.listing(), registry.listHandlers(), "listing");
            String event = scenarios.event();
            String canonical = ModelRegistry.canonical(event);
            List<String> names = model.listing().getOrDefault(canonical, List.of());
            assertEqual(Map.of(canonical, names), registry.listHandlers(event), "listing of " + event);
        }

        private void assertEqual(Object expected, Object actual, String what) {
            if (!expected.equals(actual)) {
                assertThat(actual).as("%s in %s", what, where).isEqualTo(expected);
            }
        }
    }
}
