package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventDataTest {

    private final EventData bash = EventData.of(
            "tool_name",
            "bash",
            "tool_input",
            Map.of("command", "ls"),
            "lines",
            List.of(1, 2),
            "ok",
            true,
            "none",
            null);

    @Nested
    class Reading {

        @Test
        void gives_plain_values() {
            assertThat(bash.get("tool_name")).isEqualTo("bash");
            assertThat(bash.get("tool_input")).isEqualTo(Map.of("command", "ls"));
            assertThat(bash.get("lines")).isEqualTo(List.of(1, 2));
            assertThat(bash.get("ok")).isEqualTo(true);
            assertThat(bash.get("none")).isNull();
            assertThat(bash.get("absent")).isNull();
        }

        @Test
        void tells_null_from_absent() {
            assertThat(bash.has("none")).isTrue();
            assertThat(bash.has("absent")).isFalse();
            assertThat(bash.asMap()).containsEntry("none", null).doesNotContainKey("absent");
        }

        @Test
        void gives_text_and_objects_or_null_when_absent() {
            assertThat(bash.text("tool_name")).isEqualTo("bash");
            assertThat(bash.object("tool_input")).isEqualTo(EventData.of("command", "ls"));
            assertThat(bash.text("absent")).isNull();
            assertThat(bash.object("absent")).isNull();
            assertThat(bash.text("none")).isNull();
        }

        @Test
        void names_the_key_whose_value_is_of_another_type() {
            assertThatThrownBy(() -> bash.text("lines"))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContainingAll("lines", "a list", "text");
            assertThatThrownBy(() -> bash.object("tool_name"))
                    .hasMessageContainingAll("tool_name", "text", "an object");
        }
    }

    @Nested
    class Order {

        @ParameterizedTest
        @ValueSource(ints = {3, 8, 9, 10, 100})
        void is_that_of_insertion(int size) {
            Map<String, Object> fields = new LinkedHashMap<>();
            IntStream.iterate(size, i -> i > 0, i -> i - 1).forEach(i -> fields.put("key" + i * 7919 % 101, i));

            EventData data = EventData.of(fields);

            assertThat(List.copyOf(data.asMap().keySet())).isEqualTo(List.copyOf(fields.keySet()));
            assertThat(List.copyOf(data.asMap().values())).isEqualTo(List.copyOf(fields.values()));
        }

        @Test
        void stays_when_a_field_is_replaced_and_grows_at_the_end() {
            EventData changed = EventData.of("a", 1, "b", 2, "c", 3)
                    .with("a", 9)
                    .with("d", 4)
                    .without("b");

            assertThat(changed.asMap()).containsExactly(entry("a", 9), entry("c", 3), entry("d", 4));
        }

        @Test
        void does_not_matter_for_equality() {
            assertThat(EventData.of("a", 1, "b", 2))
                    .isEqualTo(EventData.of("b", 2, "a", 1))
                    .hasSameHashCodeAs(EventData.of("b", 2, "a", 1));
            assertThat(EventData.of("a", 1)).isNotEqualTo(EventData.of("a", 2)).isNotEqualTo(EventData.of("b", 1));
        }
    }

    @Nested
    class Changing {

        @Test
        void gives_a_new_one_and_leaves_the_old() {
            EventData before = EventData.of("a", 1);
            EventData after = before.with("a", 2).with("b", List.of(1));

            assertThat(before).isEqualTo(EventData.of("a", 1));
            assertThat(after).isEqualTo(EventData.of("a", 2, "b", List.of(1)));
            assertThat(after.without("b").without("a")).isEqualTo(EventData.empty());
        }

        @Test
        void by_with_copies_what_it_is_given() {
            var list = new ArrayList<>(List.of(1));
            EventData data = EventData.empty().with("list", list);
            list.add(2);

            assertThat(data.get("list")).isEqualTo(List.of(1));
        }

        @Test
        void of_two_fields_is_the_same_as_of_one_after_the_other() {
            List<Object> values = List.of("text", 1, Map.of("x", List.of(1)), List.of());
            for (String key : bash.asMap().keySet()) {
                for (String second : List.of(key, "ok", "tool_input", "new")) {
                    for (Object value : values) {
                        EventData both = bash.with(key, value, second, "2");
                        EventData other = bash.with("other", value, second, value);

                        assertThat(both).isEqualTo(bash.with(key, value).with(second, "2"));
                        assertThat(other).isEqualTo(bash.with("other", value).with(second, value));
                        assertThat(List.copyOf(other.asMap().keySet()))
                                .isEqualTo(List.copyOf(bash.with("other", value)
                                        .with(second, value)
                                        .asMap()
                                        .keySet()));
                        assertThat(both.fields().extent())
                                .isEqualTo(bash.with(key, value)
                                        .with(second, "2")
                                        .fields()
                                        .extent());
                    }
                }
            }
            assertThat(EventData.empty().with("a", 1, "b", List.of())).isEqualTo(EventData.of("a", 1, "b", List.of()));
        }

        @Test
        void puts_back_the_fields_of_the_original() {
            EventData changed =
                    bash.with("tool_name", "rm", "ok", false).without("lines").with("made", "up");

            EventData kept = changed.withFieldsOf(bash, List.of("tool_name", "lines", "made"));

            assertThat(kept).isEqualTo(bash.with("ok", false));
            assertThat(bash.withFieldsOf(bash, List.of("tool_name", "tool_input", "absent")))
                    .isSameAs(bash);
        }

        @Test
        void by_without_of_an_absent_key_changes_nothing() {
            assertThat(bash.without("absent")).isEqualTo(bash);
        }

        @Test
        void by_update_replaces_the_object_under_the_key() {
            EventData updated = bash.update("tool_input", input -> input.with("command", "ls -l"));

            assertThat(updated.object("tool_input").text("command")).isEqualTo("ls -l");
            assertThat(bash.object("tool_input").text("command")).isEqualTo("ls");
            assertThat(updated.asMap().keySet())
                    .containsExactlyElementsOf(bash.asMap().keySet());
        }

        @Test
        void by_update_needs_an_object() {
            assertThatThrownBy(() -> bash.update("absent", object -> object)).hasMessageContaining("absent");
            assertThatThrownBy(() -> bash.update("lines", object -> object)).hasMessageContaining("lines");
        }

        @Test
        void works_the_same_for_many_fields() {
            EventData data = EventData.empty();
            Map<String, Object> model = new LinkedHashMap<>();
            for (int i = 0; i < 200; i++) {
                String key = "k" + i * 31 % 67;
                data = i % 5 == 4 ? data.without(key) : data.with(key, i);
                if (i % 5 == 4) {
                    model.remove(key);
                } else {
                    model.put(key, i);
                }
                assertThat(data.asMap().toString()).isEqualTo(model.toString());
                assertThat(data.get(key)).isEqualTo(model.get(key));
            }
        }
    }

    @Nested
    class Making {

        @Test
        void from_pairs_takes_any_number_of_them() {
            assertThat(EventData.of("a", 1).asMap()).containsExactly(entry("a", 1));
            assertThat(EventData.of("a", 1, "b", 2, "c", 3).asMap()).hasSize(3);
        }

        @Test
        void from_pairs_refuses_odd_double_missing_and_strange_keys() {
            assertThatThrownBy(() -> EventData.of("a", 1, "b"))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("b");
            assertThatThrownBy(() -> EventData.of("a", 1, "a", 2))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("a");
            assertThatThrownBy(() -> EventData.of("a", 1, 5, 2))
                    .isInstanceOf(InvalidEventDataException.class)
                    .hasMessageContaining("5");
            assertThatThrownBy(() -> EventData.of((String) null, 1)).isInstanceOf(NullPointerException.class);
        }

        @Test
        void from_a_map_copies_deeply() {
            var inner = new HashMap<String, Object>(Map.of("x", 1));
            var list = new ArrayList<Object>(List.of(inner));
            var outer = new HashMap<String, Object>(Map.of("list", list));
            EventData data = EventData.of(outer);

            inner.put("x", 2);
            list.add("more");
            outer.clear();

            assertThat(data.asMap()).containsExactly(entry("list", List.of(Map.of("x", 1))));
        }

        @Test
        void from_nothing_is_empty() {
            assertThat(EventData.of(Map.of())).isEqualTo(EventData.empty());
            assertThat(EventData.empty().isEmpty()).isTrue();
            assertThatThrownBy(() -> EventData.of((Map<String, ?>) null)).isInstanceOf(NullPointerException.class);
        }

        @Test
        void from_its_own_map_or_nested_data_gives_equal_data() {
            assertThat(EventData.of(bash.asMap())).isEqualTo(bash);
            assertThat(EventData.of("inner", bash).object("inner")).isEqualTo(bash);
            assertThat(EventData.of("inner", bash).get("inner")).isEqualTo(bash.asMap());
        }
    }
}
