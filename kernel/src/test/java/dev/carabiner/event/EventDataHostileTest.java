package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Inputs that are made to hurt. */
@Timeout(value = 5, threadMode = ThreadMode.SEPARATE_THREAD)
class EventDataHostileTest {

    record Pair(Object left, Object right) {}

    record Twice(String toolName, String tool_name) {}

    @Nested
    class Size {

        @Test
        void of_a_bomb_of_shared_records_is_refused() {
            Pair bomb = new Pair("boom", "boom");
            for (int i = 0; i < 100; i++) {
                bomb = new Pair(bomb, bomb);
            }
            Pair built = bomb;

            assertThatThrownBy(() -> EventData.of("bomb", built)).isInstanceOf(InvalidEventDataException.class);
        }

        @Test
        void of_many_keys_with_one_hash_does_not_make_it_slow() {
            List<String> keys = List.of("");
            for (int i = 0; i < 17; i++) {
                keys = keys.stream()
                        .flatMap(key -> Stream.of(key + "Aa", key + "BB"))
                        .toList();
            }
            Map<String, Object> fields = new LinkedHashMap<>();
            keys.forEach(key -> fields.put(key, 1));

            assertThat(EventData.of(fields).asMap()).hasSize(131_072);
        }
    }

    @Nested
    class Keys {

        @Test
        void that_are_equal_are_not_held_twice() {
            Map<String, Object> fields = new IdentityHashMap<>();
            fields.put(new String("command"), "ls");
            fields.put(new String("command"), "rm -rf /");

            assertThatThrownBy(() -> EventData.of(fields))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("command");
        }

        @Test
        void of_a_record_that_become_equal_are_refused() {
            assertThatThrownBy(() -> EventData.of(new Twice("ls", "rm -rf /")))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("tool_name");
        }
    }

    @Nested
    class Exponents {

        @Test
        void beyond_all_use_are_refused_like_too_many_digits() {
            for (String bomb : List.of("1E+1000000000", "1E-1000000000")) {
                assertThatThrownBy(() -> EventData.of("n", new BigDecimal(bomb)))
                        .isInstanceOf(InvalidEventDataException.class);
            }
        }

        @Test
        void never_break_the_canonical_form() {
            BigDecimal strange = new BigDecimal(BigInteger.valueOf(100), Integer.MIN_VALUE);

            assertThatThrownBy(() -> CanonicalJson.of(EventData.of("n", strange)))
                    .isInstanceOf(InvalidEventDataException.class);
        }
    }
}
