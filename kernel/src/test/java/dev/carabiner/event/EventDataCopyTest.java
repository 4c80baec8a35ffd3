package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of the values that a caller hands in, and which are refused. */
class EventDataCopyTest {

    enum Mood {
        HAPPY,
        VERY_SAD {
            @Override
            public String toString() {
                return "not this";
            }
        }
    }

    record Edit(String filePath, int lineNumber, List<Edit> nestedEdits, Mood mood, Object baseURLPath) {}

    static final class OwnNumber extends BigDecimal {
        private static final long serialVersionUID = 1L;

        OwnNumber() {
            super("1");
        }
    }

    static Stream<Object> refused() {
        return Stream.of(
                new Object(),
                'c',
                new StringBuilder("text"),
                new int[] {1},
                Set.of(1),
                Optional.of(1),
                UUID.randomUUID(),
                Path.of("x"),
                new Date(),
                Duration.ofSeconds(1),
                String.class,
                Thread.currentThread(),
                new AtomicInteger(1),
                new OwnNumber(),
                (Runnable) () -> {});
    }

    static Stream<Number> notFinite() {
        return Stream.of(
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Float.NaN,
                Float.POSITIVE_INFINITY,
                Float.NEGATIVE_INFINITY);
    }

    private static EventData hold(Object value) {
        return EventData.of("tool_input", Map.of("client", value));
    }

    @Nested
    class Values {

        @Test
        void of_json_stay_as_they_are() {
            List<Object> values = Arrays.asList(
                    "text",
                    "",
                    1,
                    -1L,
                    (short) 2,
                    (byte) 3,
                    1.5,
                    2.5f,
                    true,
                    false,
                    null,
                    new BigDecimal("1.10"),
                    new BigInteger("123456789012345678901234567890"),
                    List.of(),
                    Map.of());

            assertThat(EventData.of("values", values).get("values")).isEqualTo(values);
        }

        @Test
        void that_are_big_decimals_stay_numbers_with_their_scale() {
            assertThat(EventData.of("price", new BigDecimal("1.10")).get("price"))
                    .isEqualTo(new BigDecimal("1.10"));
        }

        @Test
        void that_are_instants_become_iso_text() {
            Instant instant = Instant.parse("2026-02-03T04:05:06.789Z");
            EventData data = EventData.of("at", instant, "list", List.of(instant), "object", Map.of("at", instant));

            assertThat(data.text("at")).isEqualTo("2026-02-03T04:05:06.789Z");
            assertThat(data.get("list")).isEqualTo(List.of("2026-02-03T04:05:06.789Z"));
            assertThat(data.get("object")).isEqualTo(Map.of("at", "2026-02-03T04:05:06.789Z"));
        }

        @Test
        void that_are_enums_become_their_lower_case_names() {
            assertThat(EventData.of("moods", List.of(Mood.HAPPY, Mood.VERY_SAD)).get("moods"))
                    .isEqualTo(List.of("happy", "very_sad"));
        }

        @Test
        void that_are_records_become_objects_with_snake_case_keys_in_order() {
            Edit inner = new Edit("b", 2, List.of(), null, null);
            EventData data = EventData.of(new Edit("a", 1, List.of(inner), Mood.HAPPY, Instant.EPOCH));

            assertThat(data.asMap().keySet())
                    .containsExactly("file_path", "line_number", "nested_edits", "mood", "base_url_path");
            assertThat(data.get("base_url_path")).isEqualTo("1970-01-01T00:00:00Z");
            assertThat(data.get("nested_edits").toString())
                    .isEqualTo("[{file_path=b, line_number=2, nested_edits=[], mood=null, base_url_path=null}]");
        }

        @Test
        void that_are_event_data_stay_themselves() {
            EventData inner = EventData.of("a", 1);

            assertThat(EventData.of("list", List.of(inner)).get("list")).isEqualTo(List.of(Map.of("a", 1)));
            assertThat(EventData.of("inner", inner).object("inner")).isEqualTo(inner);
        }
    }

    @Nested
    class Refusals {

        @ParameterizedTest
        @MethodSource("dev.carabiner.event.EventDataCopyTest#refused")
        void name_the_path_and_the_type(Object value) {
            assertThatThrownBy(() -> hold(value))
                    .isInstanceOfSatisfying(
                            InvalidEventDataException.class,
                            e -> assertThat(e.path()).isEqualTo("tool_input.client"))
                    .hasMessageContainingAll(
                            "tool_input.client", value.getClass().getName());
        }

        @ParameterizedTest
        @MethodSource("dev.carabiner.event.EventDataCopyTest#notFinite")
        void name_the_number_that_json_cannot_hold(Number number) {
            assertThatThrownBy(() -> hold(number)).hasMessageContainingAll("tool_input.client", number.toString());
            assertThatThrownBy(() -> EventData.empty().with("n", number))
                    .hasMessageContainingAll("n", number.toString());
        }

        @Test
        void name_the_index_in_a_list() {
            Map<String, Object> fields = Map.of("edits", List.of(1, 2, Map.of("text", List.of("fine", new Object()))));

            assertThatThrownBy(() -> EventData.of(fields))
                    .isInstanceOfSatisfying(
                            InvalidEventDataException.class,
                            e -> assertThat(e.path()).isEqualTo("edits[2].text[1]"));
        }

        @Test
        void name_the_component_of_a_record() {
            assertThatThrownBy(() -> EventData.of("edit", new Edit("a", 1, List.of(), null, new Object())))
                    .hasMessageContaining("edit.base_url_path");
        }

        @Test
        void name_the_key_that_is_not_text() {
            var keys = new HashMap<Object, Object>();
            keys.put(7, "x");
            assertThatThrownBy(() -> EventData.of("inner", keys))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContainingAll("inner", "7");

            keys.clear();
            keys.put(null, "x");
            assertThatThrownBy(() -> EventData.of("inner", keys))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContainingAll("inner", "null");
        }

        @Test
        void hold_for_every_way_of_building() {
            Object bad = new Object();

            assertThatThrownBy(() -> EventData.of("k", bad)).isInstanceOf(InvalidEventDataException.class);
            assertThatThrownBy(() -> EventData.of(Map.of("k", bad))).isInstanceOf(InvalidEventDataException.class);
            assertThatThrownBy(() -> EventData.empty().with("k", bad)).isInstanceOf(InvalidEventDataException.class);
            assertThatThrownBy(() -> EventData.of("k", Map.of()).update("k", it -> it.with("x", bad)))
                    .isInstanceOf(InvalidEventDataException.class);
        }
    }

    @Nested
    class InstantsThatWaitForAReader {

        private final Instant instant = Instant.parse("2026-02-03T04:05:06.789Z");

        @Test
        void are_never_seen_as_anything_but_text() {
            EventData data = EventData.of("at", instant);

            assertThat(data.asMap().values()).containsExactly("2026-02-03T04:05:06.789Z");
            assertThat(EventData.of("at", instant).asMap()).containsExactly(entry("at", "2026-02-03T04:05:06.789Z"));
            assertThat(EventData.of("at", instant)).hasToString("{at=2026-02-03T04:05:06.789Z}");
            assertThat(EventData.of("at", instant))
                    .isEqualTo(EventData.of("at", instant.toString()))
                    .hasSameHashCodeAs(data);
            assertThat(CanonicalJson.of(EventData.of("at", instant)))
                    .isEqualTo("{\"at\":\"2026-02-03T04:05:06.789Z\"}");
        }

        @Test
        void survive_changes_of_other_fields() {
            EventData data =
                    EventData.of("at", instant).with("a", 1).without("a").with("b", 2);

            assertThat(data.text("at")).isEqualTo("2026-02-03T04:05:06.789Z");
        }

        @Test
        void may_be_read_by_many_threads_at_once() throws InterruptedException {
            var wrong = new AtomicInteger();
            for (int round = 0; round < 200; round++) {
                EventData data = EventData.of("x", 1, "at", instant);
                var start = new CountDownLatch(1);
                List<Thread> readers = IntStream.range(0, 4)
                        .mapToObj(i -> Thread.ofVirtual().start(() -> {
                            awaitQuietly(start);
                            wrong.addAndGet("2026-02-03T04:05:06.789Z".equals(data.get("at")) ? 0 : 1);
                        }))
                        .toList();
                start.countDown();
                for (Thread reader : readers) {
                    reader.join();
                }
            }
            assertThat(wrong).hasValue(0);
        }

        private static void awaitQuietly(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
