package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KnownEventsTest {

    /** SPEC 1, letter by letter. */
    private static final String KNOWN = "session:start|end|resume|fork prompt:submit|complete execution:start|complete "
            + "provider:request|response|retry content_block:start|delta|end tool:pre|post "
            + "context:pre_compact|post_compact agent:spawn|complete orchestrator:complete "
            + "decision:tool_resolution|agent_resolution|context_resolution user:notification "
            + "approval:required|granted|denied policy:violation artifact:write|read cancel:requested|completed "
            + "module:load_failed error:tool|provider|orchestration";

    static Stream<String> known() {
        return Arrays.stream(KNOWN.split(" "))
                .flatMap(group -> Arrays.stream(group.split(":")[1].split("\\|"))
                        .map(action -> group.split(":")[0] + ":" + action));
    }

    private static EventType<?> constant(String event) {
        try {
            String name = event.replace(':', '_').toUpperCase(Locale.ROOT);
            return (EventType<?>) Events.class.getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("Events has no constant for " + event, e);
        }
    }

    @Nested
    class Constants {

        @ParameterizedTest
        @MethodSource("dev.carabiner.event.KnownEventsTest#known")
        void are_there_for_every_known_event_under_its_name(String event) {
            assertThat(constant(event).name()).isEqualTo(event);
            assertThat(constant(event)).hasToString(event).isSameAs(Events.find(event));
        }

        @Test
        void are_no_more_than_specified() {
            var constants = Arrays.stream(Events.class.getFields())
                    .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == EventType.class);

            assertThat(constants).hasSize((int) known().count());
            assertThat(Events.known())
                    .extracting(EventType::name)
                    .containsExactlyInAnyOrderElementsOf(known().toList());
            assertThat(StreamSupport.stream(Payloads.events().spliterator(), false))
                    .containsExactlyInAnyOrderElementsOf(known().toList());
        }

        @ParameterizedTest
        @CsvSource({
            "tool:error, error:tool",
            "execution:end, execution:complete",
            "context:pre-compact, context:pre_compact"
        })
        void are_found_by_alias(String alias, String name) {
            assertThat(Events.find(alias)).isSameAs(constant(name));
            assertThat(Events.find("my:own")).isNull();
        }
    }

    @Nested
    class Views {

        @ParameterizedTest
        @MethodSource("dev.carabiner.event.KnownEventsTest#known")
        void read_every_field_of_a_full_payload(String event) {
            EventData payload = Payloads.of(event);
            Object view = constant(event).view(payload);

            EventData back = EventData.of((Record) view);

            assertThat(constant(event).keys()).containsAll(payload.asMap().keySet());
            payload.asMap()
                    .forEach((key, value) -> assertThat(back.asMap().get(key))
                            .as(key)
                            .satisfiesAnyOf(
                                    it -> assertThat(it).isEqualTo(value),
                                    it -> assertThat(it).isEqualTo(7L)));
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.event.KnownEventsTest#known")
        void do_not_mind_further_fields(String event) {
            EventData payload = Payloads.of(event);

            assertThat((Object) constant(event).view(payload.with("more", List.of(1))))
                    .isEqualTo(constant(event).view(payload));
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.event.KnownEventsTest#known")
        void name_the_field_that_is_of_another_type(String event) {
            EventData payload = Payloads.of(event);
            for (String key : payload.asMap().keySet()) {
                Object wrong = payload.get(key) instanceof Map<?, ?> ? "text" : Map.of("not", "this");

                assertThatThrownBy(() -> constant(event).view(payload.with(key, wrong)))
                        .isInstanceOfSatisfying(
                                ViewMismatchException.class,
                                e -> assertThat(e.key()).isEqualTo(key))
                        .hasMessageContainingAll(event, key);
            }
        }

        @Test
        void have_the_types_of_their_fields() {
            ToolPre view = Events.TOOL_PRE.view(Payloads.of("tool:pre"));

            assertThat(view)
                    .isEqualTo(new ToolPre(
                            "s-1", null, "text", EventData.of("key", "value"), Instant.parse("2026-02-03T04:05:06Z")));
        }
    }
}
