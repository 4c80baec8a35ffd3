package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FieldChangeTest {

    private static final EventData BEFORE =
            EventData.of("a", 1, "tool_input", EventData.of("x", 1, "y", 2), "b", List.of(1));

    private static List<String> paths(EventData before, EventData after) {
        return FieldChange.between(before, after).stream()
                .map(FieldChange::path)
                .toList();
    }

    @Nested
    class Between_two_versions {

        @Test
        void are_the_fields_that_differ_the_new_ones_last() {
            EventData after = EventData.of("new", 0, "b", List.of(2), "tool_input", Map.of("z", 3, "x", 1));

            assertThat(paths(BEFORE, after)).containsExactly("a", "tool_input.y", "tool_input.z", "b", "new");
        }

        @Test
        void are_none_if_both_are_the_same_as_canonical_json() {
            EventData after = EventData.of("b", List.of(1.0), "tool_input", EventData.of("y", 2L, "x", 1.0), "a", 1.00);

            assertThat(paths(BEFORE, after)).isEmpty();
        }

        @Test
        void is_the_whole_input_if_it_is_no_object_in_one_of_them() {
            assertThat(paths(BEFORE, BEFORE.with("tool_input", "text"))).containsExactly("tool_input");
            assertThat(paths(BEFORE, BEFORE.without("tool_input"))).containsExactly("tool_input");
            assertThat(paths(BEFORE.without("tool_input"), BEFORE)).containsExactly("tool_input");
        }

        @Test
        void is_the_whole_field_if_an_object_elsewhere_differs_inside() {
            EventData nested = EventData.of("tool_input", Map.of("tool_input", Map.of("x", 1)), "o", Map.of("x", 1));
            EventData changed = EventData.of("tool_input", Map.of("tool_input", Map.of("x", 2)), "o", Map.of("x", 2));

            assertThat(paths(nested, changed)).containsExactly("tool_input.tool_input", "o");
        }

        @Test
        void are_what_turns_the_one_into_the_other() {
            for (int i = 0; i < 2_000; i++) {
                var random = new SplittableRandom(i);
                EventData before = random(random);
                EventData after = random(random);

                EventData changed = before;
                for (FieldChange change : FieldChange.between(before, after)) {
                    changed = change.applyTo(changed);
                }

                assertThat(changed.sameJsonAs(after)).as("case %s", i).isTrue();
            }
        }

        private EventData random(SplittableRandom random) {
            EventData data = EventData.empty();
            for (int i = random.nextInt(4); i > 0; i--) {
                data = data.with("k" + random.nextInt(4), random.nextInt(3));
            }
            return switch (random.nextInt(4)) {
                case 0 -> data;
                case 1 -> data.with("tool_input", null);
                default -> data.with("tool_input", Map.of("k" + random.nextInt(3), random.nextInt(3)));
            };
        }
    }

    @Nested
    class The_same_data {

        @Test
        void have_the_same_canonical_json() {
            for (int i = 0; i < 5_000; i++) {
                RandomJson json = new RandomJson(new SplittableRandom(i));
                Map<String, Object> fields = json.object(3);
                EventData one = EventData.of(fields);
                EventData other = EventData.of(json.object(1));

                assertThat(one.sameJsonAs(
                                EventData.of("x", json.otherwise(fields)).object("x")))
                        .isTrue();
                assertThat(one.sameJsonAs(other))
                        .as("case %s", i)
                        .isEqualTo(CanonicalJson.of(one).equals(CanonicalJson.of(other)));
            }
        }

        @Test
        void may_hold_a_time_as_such_or_as_text() {
            Instant now = Instant.parse("2026-01-01T00:00:00Z");

            assertThat(EventData.of("t", now).sameJsonAs(EventData.of("t", now.toString())))
                    .isTrue();
            assertThat(EventData.of("t", now).sameJsonAs(EventData.of("t", now.plusSeconds(1))))
                    .isFalse();
        }

        @Test
        void tell_null_from_absent_and_text_from_a_number() {
            assertThat(EventData.of("a", null).sameJsonAs(EventData.empty())).isFalse();
            assertThat(EventData.of("a", null).sameJsonAs(EventData.of("b", null)))
                    .isFalse();
            assertThat(EventData.of("a", "1").sameJsonAs(EventData.of("a", 1))).isFalse();
            assertThat(EventData.of("a", true).sameJsonAs(EventData.of("a", "true")))
                    .isFalse();
        }
    }
}
