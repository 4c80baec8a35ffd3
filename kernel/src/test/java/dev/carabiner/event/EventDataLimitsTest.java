package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes from outside has an end: in depth, in size, in digits, and in time. */
@Timeout(20)
class EventDataLimitsTest {

    private static final int DEEPEST = 512;

    /** A list in a list in a list, so many deep. */
    private static List<Object> nestedLists(int depth) {
        List<Object> nested = List.of();
        for (int i = 1; i < depth; i++) {
            nested = List.of(nested);
        }
        return nested;
    }

    @Nested
    class Cycles {

        @Test
        void of_a_map_in_itself_are_refused_naming_the_place() {
            var map = new HashMap<String, Object>();
            map.put("self", map);

            assertThatThrownBy(() -> EventData.of(map))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContainingAll("self", "contains itself");
        }

        @Test
        void of_a_list_in_itself_are_refused() {
            var list = new ArrayList<Object>();
            list.add(list);

            assertThatThrownBy(() -> EventData.of("list", list)).hasMessageContainingAll("list[0]", "contains itself");
        }

        @Test
        void over_several_steps_are_refused() {
            var outer = new HashMap<String, Object>();
            outer.put("a", List.of(Map.of("b", outer)));

            assertThatThrownBy(() -> EventData.of(outer)).hasMessageContainingAll("a[0].b", "contains itself");
        }

        @Test
        void are_not_seen_where_a_part_is_only_used_twice() {
            List<Integer> shared = List.of(1);

            assertThat(EventData.of("a", shared, "b", List.of(shared, shared)).get("b"))
                    .isEqualTo(List.of(shared, shared));
        }
    }

    @Nested
    class Depth {

        @Test
        void may_be512() {
            EventData data = EventData.of("list", nestedLists(DEEPEST - 1));

            assertThat(CanonicalJson.of(data)).contains("[".repeat(DEEPEST - 1));
            assertThat(data)
                    .isEqualTo(EventData.of("list", nestedLists(DEEPEST - 1)))
                    .hasToString(data.asMap().toString());
        }

        @Test
        void may_not_be_more() {
            assertThatThrownBy(() -> EventData.of("list", nestedLists(DEEPEST)))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("deeper than 512");
        }

        @Test
        void of_ten_thousand_is_refused_with_a_message_of_reasonable_length() {
            assertThatThrownBy(() -> EventData.of("list", nestedLists(10_000)))
                    .isInstanceOf(InvalidEventDataException.class)
                    .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
        }

        @Test
        void cannot_be_exceeded_by_wrapping_again_and_again() {
            EventData data = EventData.of("x", 1);
            for (int depth = 2; depth <= DEEPEST + JsonSize.HEADROOM; depth++) {
                data = EventData.empty().with("x", data);
            }
            EventData deepest = data;

            assertThatThrownBy(() -> EventData.empty().with("x", deepest))
                    .isInstanceOf(InvalidEventDataException.class);
            assertThatThrownBy(() -> EventData.of("x", deepest)).isInstanceOf(InvalidEventDataException.class);
            assertThatThrownBy(() -> EventData.of(Map.of("x", List.of(deepest))))
                    .isInstanceOf(InvalidEventDataException.class);
            assertThat(deepest.object("x").with("y", 1).object("x")).isNotNull();
        }
    }

    @Nested
    class Size {

        @Test
        void of_a_bomb_of_shared_lists_is_refused() {
            List<Object> bomb = List.of("boom");
            for (int i = 0; i < 100; i++) {
                bomb = List.of(bomb, bomb);
            }
            List<Object> built = bomb;

            assertThatThrownBy(() -> EventData.of("bomb", built))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("more than 1000000 values");
        }

        @Test
        void of_a_bomb_of_shared_maps_is_refused() {
            Map<String, Object> bomb = Map.of();
            for (int i = 0; i < 100; i++) {
                bomb = Map.of("a", bomb, "b", bomb);
            }
            Map<String, Object> built = bomb;

            assertThatThrownBy(() -> EventData.of(built)).isInstanceOf(InvalidEventDataException.class);
        }

        @Test
        void of_a_bomb_of_shared_event_data_is_refused_before_anyone_walks_it() {
            assertThatThrownBy(() -> {
                        EventData bomb = EventData.of("a", 1);
                        for (int i = 0; i < 100; i++) {
                            bomb = EventData.of("a", bomb).with("b", bomb);
                        }
                    })
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("more than 1000000 values");
        }

        @Test
        void of_a_million_values_is_the_end() {
            assertThat((List<?>) EventData.of("list", Collections.nCopies(999_999, 1))
                            .get("list"))
                    .hasSize(999_999);
            assertThatThrownBy(() -> EventData.of("list", Collections.nCopies(1_000_001, 1)))
                    .isInstanceOf(InvalidEventDataException.class);
        }

        @Test
        void of_a_list_that_only_claims_to_be_huge_is_refused_without_allocating_it() {
            assertThatThrownBy(() -> EventData.of("list", Collections.nCopies(Integer.MAX_VALUE, 1)))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("list");
        }

        @Test
        void of_a_megabyte_of_text_is_fine() {
            String text = "ä\u0000😀".repeat(250_000);
            EventData data = EventData.of("text", text).with("other", 1);

            assertThat(data.text("text")).isSameAs(text);
            assertThat(CanonicalJson.digest(data)).hasSize(64);
        }

        @Test
        void of_ten_thousand_keys_is_fine() {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (int i = 0; i < 10_000; i++) {
                fields.put("key" + i, i);
            }
            EventData data = EventData.of(fields);

            assertThat(data.asMap()).isEqualTo(fields);
            assertThat(data.get("key9999")).isEqualTo(9_999);
            assertThat(data.with("key5000", "x").without("key0").asMap())
                    .hasSize(9_999)
                    .containsEntry("key5000", "x");
        }

        @Test
        void of_thousands_of_keys_with_one_hash_is_fine() {
            Map<String, Object> fields = new LinkedHashMap<>();
            collidingKeys(12).forEach(key -> fields.put(key, key));
            EventData data = EventData.of(fields);

            assertThat(data.asMap()).hasSize(4_096).isEqualTo(fields);
            assertThat(data.get("AaBBAaBBAaBBAaBBAaBBAaBB")).isEqualTo("AaBBAaBBAaBBAaBBAaBBAaBB");
            assertThat(data.get("AaBBAaBBAaBBAaBBAaBBAaBC")).isNull();
        }

        /** All texts of that many pairs Aa and BB, which have one hash code. */
        private static List<String> collidingKeys(int pairs) {
            List<String> keys = List.of("");
            for (int i = 0; i < pairs; i++) {
                keys = keys.stream()
                        .flatMap(key -> Stream.of(key + "Aa", key + "BB"))
                        .toList();
            }
            return keys;
        }
    }

    @Nested
    class Digits {

        @Test
        void of_a_number_may_be_a_thousand_but_not_more() {
            BigInteger thousand = BigInteger.TEN.pow(1_000).subtract(BigInteger.ONE);

            assertThat(EventData.of("n", thousand, "d", new BigDecimal(thousand, 3))
                            .get("n"))
                    .isEqualTo(thousand);
            assertThatThrownBy(() -> EventData.of("n", BigInteger.TEN.pow(1_001)))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("digits");
            assertThatThrownBy(() -> EventData.of("n", new BigDecimal(BigInteger.TEN.pow(1_001), 999)))
                    .isInstanceOf(InvalidEventDataException.class);
        }
    }
}
