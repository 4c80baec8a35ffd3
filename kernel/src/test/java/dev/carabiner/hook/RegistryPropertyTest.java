package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import dev.carabiner.event.TestSeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The registry does what a small model of its rules does, over random handlers, events and data. */
class RegistryPropertyTest {

    private static final int CASES = TestSeed.cases(20_000);
    private static final TestSeed SEED = TestSeed.of(RegistryPropertyTest.class);
    private static final Duration AMPLE = Duration.ofMinutes(5);

    @RegisterExtension
    final HookLog log = new HookLog();

    @Test
    void the_registry_agrees_with_the_model() {
        for (int i = 0; i < CASES; i++) {
            play(i);
            log.messages().clear();
        }
    }

    private static void play(int number) {
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
        private final List<String> calls = new ArrayList<>();

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
                emit();
                if (scenarios.oneIn(20)) {
                    collect();
                }
            }
            list();
        }

        private void register() {
            int id = registrations.size();
            String event = scenarios.eventOrPattern();
            int priority = scenarios.priority();
            String name = scenarios.name();
            FailurePolicy policy = scenarios.policy();
            Answer answer = scenarios.answer();

            Registration registration = registry.register(options(event, priority, name, policy), (given, data) -> {
                calls.add(Observed.call(id, given, data.asMap()));
                return answer.actOut(data);
            });

            registrations.put(id, registration);
            assertEqual(model.register(id, event, priority, name, policy, answer), registration.name(), "name");
        }

        private HookOptions options(String event, int priority, @Nullable String name, FailurePolicy policy) {
            HookOptions plain = HookOptions.forEvent(event).priority(priority).onFailure(policy);
            HookOptions named = name == null ? plain : plain.name(name);
            return scenarios.oneIn(25) ? named.timeout(AMPLE) : named;
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

        private void emit() {
            String event = scenarios.event();
            Map<String, Object> data = scenarios.fields();
            calls.clear();

            HookOutcome outcome =
                    scenarios.oneIn(2) ? registry.emit(event, data) : registry.emit(event, EventData.of(data));

            assertEqual(model.emit(event, data), Observed.of(outcome, calls), "emit of " + event);
        }

        private void collect() {
            String event = scenarios.event();
            Map<String, Object> data = scenarios.fields();

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
