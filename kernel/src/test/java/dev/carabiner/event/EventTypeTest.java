package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Views of events of one's own. */
class EventTypeTest {

    record Everything(
            String text,
            boolean flag,
            int small,
            long large,
            double real,
            Instant at,
            EventData object,
            Object any,
            List<String> texts,
            List<EventData> objects,
            List<Object> values) {}

    record Numbers(
            @Nullable Integer small,
            @Nullable Long large,
            @Nullable Double real,
            @Nullable Boolean flag) {}

    record Positive(int amount) {
        Positive {
            if (amount < 0) {
                throw new IllegalArgumentException("amount is negative");
            }
        }
    }

    record Unreadable(UUID id) {}

    record UnreadableList(List<Integer> ids) {}

    private static final EventType<Numbers> NUMBERS = EventType.of("my:numbers", Numbers.class);

    private static Numbers read(String key, Object value) {
        return NUMBERS.view(EventData.of(key, value));
    }

    @Nested
    class AView {

        @Test
        void reads_every_type_there_is() {
            Instant now = Instant.parse("2026-02-03T04:05:06Z");
            var expected = new Everything(
                    "t",
                    true,
                    1,
                    2L,
                    3.5,
                    now,
                    EventData.of("a", 1),
                    List.of(1),
                    List.of("x"),
                    List.of(EventData.of("b", 2)),
                    List.of(1, "y"));

            Everything view = EventType.of("my:all", Everything.class).view(EventData.of(expected));

            assertThat(view).isEqualTo(expected);
        }

        @Test
        void has_null_for_optional_fields_that_are_absent_or_null() {
            assertThat(NUMBERS.view(EventData.empty())).isEqualTo(new Numbers(null, null, null, null));
            assertThat(read("small", null)).isEqualTo(new Numbers(null, null, null, null));
        }

        @Test
        void needs_the_other_fields() {
            EventType<Positive> type = EventType.of("my:event", Positive.class);

            assertThatThrownBy(() -> type.view(EventData.empty()))
                    .isInstanceOfSatisfying(
                            ViewMismatchException.class,
                            e -> assertThat(e.key()).isEqualTo("amount"))
                    .hasMessageContainingAll("my:event", "amount", "absent");
            assertThatThrownBy(() -> type.view(EventData.of("amount", null))).isInstanceOf(ViewMismatchException.class);
        }

        @Test
        void takes_whole_numbers_however_they_are_written() {
            for (Number one : List.of(1, 1L, 1.0, 1.0f, (short) 1, new BigDecimal("1.00"), new BigDecimal("1E0"))) {
                assertThat(read("small", one).small()).isEqualTo(1);
                assertThat(read("large", one).large()).isEqualTo(1L);
                assertThat(read("real", one).real()).isEqualTo(1.0);
            }
        }

        @Test
        void refuses_numbers_that_do_not_fit_rather_than_cut_them() {
            for (Object bad : List.of(1.5, 1L << 32, 1e300, new BigDecimal("1E+400"), "1", true)) {
                assertThatThrownBy(() -> read("small", bad))
                        .isInstanceOf(ViewMismatchException.class)
                        .hasMessageContaining("small");
            }
            for (Object bad : List.of(1.5, 1e19, new BigDecimal("1E+400"), new BigDecimal("1E-400"))) {
                assertThatThrownBy(() -> read("large", bad))
                        .isInstanceOf(ViewMismatchException.class)
                        .hasMessageContaining("large");
            }
        }

        @Test
        void refuses_texts_that_are_no_times_and_lists_of_other_things() {
            record When(Instant at, List<String> texts) {}
            EventType<When> type = EventType.of("my:event", When.class);

            assertThatThrownBy(() -> type.view(EventData.of("at", "tomorrow", "texts", List.of())))
                    .isInstanceOf(ViewMismatchException.class)
                    .hasMessageContaining("at");
            assertThatThrownBy(() -> type.view(EventData.of("at", Instant.EPOCH, "texts", List.of("a", 1))))
                    .isInstanceOf(ViewMismatchException.class)
                    .hasMessageContaining("texts");
        }

        @Test
        void that_refuses_the_data_itself_is_a_mismatch() {
            EventType<Positive> type = EventType.of("my:event", Positive.class);

            assertThatThrownBy(() -> type.view(EventData.of("amount", -1)))
                    .isInstanceOf(ViewMismatchException.class)
                    .hasMessageContaining("amount is negative");
        }
    }

    @Nested
    class Declaring {

        @Test
        void an_unreadable_component_is_refused_naming_it() {
            assertThatThrownBy(() -> EventType.of("my:event", Unreadable.class))
                    .hasMessageContainingAll("my:event", "id", "UUID");
            assertThatThrownBy(() -> EventType.of("my:event", UnreadableList.class))
                    .hasMessageContainingAll("my:event", "ids", "Integer");
        }

        @Test
        void a_name_that_is_none_is_refused() {
            assertThatThrownBy(() -> EventType.of("My:event", Positive.class))
                    .isInstanceOf(InvalidEventNameException.class);
            assertThatThrownBy(() -> EventType.of("my:*", Positive.class))
                    .isInstanceOf(InvalidEventNameException.class);
        }

        @Test
        void keys_are_the_components_in_snake_case() {
            record Names(Object toolName, Object baseURLPath, Object sha256Hash, Object a, Object already_snake) {}

            assertThat(EventType.of("my:event", Names.class).keys())
                    .containsExactly("tool_name", "base_url_path", "sha256_hash", "a", "already_snake");
        }
    }

    @Test
    void a_record_and_its_view_are_each_others_inverse() {
        var numbers = new Numbers(1, 1L << 40, 0.1, false);

        assertThat(NUMBERS.view(EventData.of(numbers))).isEqualTo(numbers);
        assertThat(EventData.of(Map.of("n", numbers)).object("n")).isEqualTo(EventData.of(numbers));
    }
}
