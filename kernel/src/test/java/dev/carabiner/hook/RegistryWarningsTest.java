package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.Events;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 14: what is probably a mistake is logged, once, and works as it was written. */
class RegistryWarningsTest {

    @RegisterExtension
    final HookLog log = new HookLog();

    private final HookRegistry registry = new HookRegistry();

    @Nested
    class A_name {

        @ParameterizedTest
        @CsvSource({
            "tool:per, tool:pre",
            "tool:pr, tool:pre",
            "tool:pree, tool:pre",
            "tools:pre, tool:pre",
            "tool:pots, tool:post",
            "session:begin, ",
            "context:pre.compact, context:pre_compact",
            "tools:*, tool:*",
            "my.own:event, ",
            "my:*, "
        })
        void that_differs_from_a_known_one_by_one_or_two_letters_is_logged(String name, String meant) {
            registry.register(name, 0, "guard", (event, data) -> null);

            if (meant == null) {
                assertThat(log.messages()).isEmpty();
            } else {
                assertThat(log.messages()).singleElement().asString().contains("guard", name, meant + " meant?");
            }
        }

        @Test
        void is_logged_once() {
            registry.register("tool:per", (event, data) -> null);
            registry.register("tool:per", (event, data) -> null);

            assertThat(log.messages()).hasSize(1);
        }

        @Test
        void is_registered_all_the_same() {
            registry.register("tool:per", (event, data) -> HookResult.deny("no"));

            assertThat(registry.emit("tool:per", Map.of()).denied()).isTrue();
        }

        @ParameterizedTest
        @ValueSource(strings = {"*", "tool:*", "error:*", "execution:end", "context:pre-compact"})
        void or_pattern_or_alias_that_is_known_is_not_logged(String name) {
            registry.register(name, (event, data) -> null);

            assertThat(log.messages()).isEmpty();
        }

        @Test
        void of_every_known_event_is_not_logged() {
            Events.known().forEach(type -> registry.register(type.name(), (event, data) -> null));

            assertThat(log.messages()).isEmpty();
        }
    }

    @Nested
    class A_question {

        @Test
        void that_could_never_be_granted_is_logged_once() {
            registry.register(
                    "a:b", 0, "guard", (event, data) -> HookResult.ask("Sure?").options("Yes", "No"));

            registry.emit("a:b", Map.of());
            HookOutcome outcome = registry.emit("a:b", Map.of());

            assertThat(log.messages()).singleElement().asString().contains("guard", "a:b", "[Yes, No]");
            assertThat(outcome.action()).isEqualTo(Action.ASK_USER);
        }

        @Test
        void with_one_option_that_grants_is_not_logged() {
            registry.register("a:b", (event, data) -> HookResult.ask("Sure?").options("No", "allow it"));

            registry.emit("a:b", Map.of());

            assertThat(log.messages()).isEmpty();
        }
    }
}
