package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which registrations hear which event, how often, and by which name (SPEC 1). */
class EventNamingTest {

    private final HookRegistry registry = new HookRegistry();
    private final List<String> given = new ArrayList<>();

    private void listen(String nameOrPattern) {
        registry.observe(nameOrPattern, (event, data) -> given.add(event));
    }

    @Nested
    class Aliases {

        @ParameterizedTest
        @CsvSource({
            "context:pre-compact, context:pre_compact",
            "execution:end, execution:complete",
            "tool:error, error:tool",
            "provider:error, error:provider",
            "orchestrator:error, error:orchestration"
        })
        void hear_the_event_once_whichever_name_is_emitted_and_get_their_own(String alias, String canonical) {
            listen(alias);
            listen(canonical);

            HookOutcome byName = registry.emit(canonical, Map.of());
            HookOutcome byAlias = registry.emit(alias, Map.of());

            assertThat(given).containsExactly(alias, canonical, alias, canonical);
            assertThat(List.of(byName.event(), byAlias.event())).containsOnly(canonical);
        }

        @ParameterizedTest
        @ValueSource(strings = {"tool:errors", "context:pre.compact", "execution:ended", "session:error"})
        void are_not_made_up(String name) {
            listen("error:tool");
            listen("context:pre_compact");
            listen("execution:complete");

            registry.emit(name, Map.of());

            assertThat(given).isEmpty();
        }
    }

    @Nested
    class Patterns {

        @Test
        void of_a_namespace_hear_its_events_by_the_canonical_name() {
            listen("tool:*");

            registry.emit("tool:pre", Map.of());
            registry.emit("tool:anything-else", Map.of());
            registry.emit("tools:pre", Map.of());
            registry.emit("content:tool", Map.of());

            assertThat(given).containsExactly("tool:pre", "tool:anything-else");
        }

        @ParameterizedTest
        @ValueSource(strings = {"tool:error", "error:tool"})
        void hear_an_event_once_by_its_name_or_by_its_alias(String emitted) {
            listen("tool:*");
            listen("error:*");
            listen("*");

            registry.emit(emitted, Map.of());

            assertThat(given).containsExactly("error:tool", "error:tool", "error:tool");
        }

        @ParameterizedTest
        @CsvSource({"provider:*, error:provider", "orchestrator:*, error:orchestration", "error:*, tool:error"})
        void match_by_any_alias(String pattern, String emitted) {
            listen(pattern);

            assertThat(registry.emit(emitted, Map.of()).runs()).hasSize(1);
        }

        @Test
        void for_everything_hear_events_of_ones_own() {
            listen("*");

            registry.emit("my.company:deploy-2", Map.of());

            assertThat(given).containsExactly("my.company:deploy-2");
        }

        @Test
        void that_are_closed_hear_nothing() {
            Registration all = registry.observe("*", (event, data) -> given.add(event));
            registry.emit("a:b", Map.of());
            all.close();

            registry.emit("a:b", Map.of());

            assertThat(given).containsExactly("a:b");
        }
    }

    @Test
    void many_different_names_are_each_heard_by_their_own() {
        listen("n:*");
        for (int i = 0; i < 10_000; i++) {
            registry.emit("n:x" + i, Map.of());
        }

        assertThat(given).hasSize(10_000).doesNotHaveDuplicates();
    }
}
