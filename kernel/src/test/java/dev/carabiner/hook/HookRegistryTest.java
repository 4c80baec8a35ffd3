package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.carabiner.event.EventData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Rules 1 to 3: who runs, in which order, and on which data. */
class HookRegistryTest {

    private final HookRegistry registry = new HookRegistry();
    private final List<String> calls = new ArrayList<>();

    private HookHandler calling(String name) {
        return (event, data) -> {
            calls.add(name);
            return null;
        };
    }

    private HookOutcome emit(Map<String, ?> data) {
        return registry.emit("tool:pre", data);
    }

    @Nested
    class Order {

        @Test
        void is_by_priority_lowest_first_and_negative_before_zero() {
            registry.register("tool:pre", 10, "late", calling("late"));
            registry.register("tool:pre", -5, "early", calling("early"));
            registry.register("tool:pre", calling("middle"));
            registry.register("tool:pre", Integer.MAX_VALUE, "last", calling("last"));
            registry.register("tool:pre", Integer.MIN_VALUE, "first", calling("first"));

            emit(Map.of());

            assertThat(calls).containsExactly("first", "early", "middle", "late", "last");
        }

        @Test
        void is_that_of_registration_among_equal_priorities() {
            for (String name : List.of("a", "b", "c", "d")) {
                registry.register("tool:pre", 3, name, calling(name));
            }

            emit(Map.of());

            assertThat(calls).containsExactly("a", "b", "c", "d");
        }

        @Test
        void is_kept_among_equal_priorities_when_one_is_closed_and_registered_again() {
            Registration first = registry.register("tool:pre", 3, "a", calling("a"));
            registry.register("tool:pre", 3, "b", calling("b"));
            first.close();
            registry.register("tool:pre", 3, "a", calling("a"));

            emit(Map.of());

            assertThat(calls).containsExactly("b", "a");
        }

        @Test
        void is_one_for_exact_names_aliases_and_patterns() {
            registry.register("*", 3, "everything", calling("everything"));
            registry.register("error:tool", 1, "exact", calling("exact"));
            registry.register("tool:*", 2, "pattern", calling("pattern"));
            registry.register("tool:error", 0, "alias", calling("alias"));

            registry.emit("error:tool", Map.of());

            assertThat(calls).containsExactly("alias", "exact", "pattern", "everything");
        }

        @Test
        void lets_a_handler_that_is_registered_twice_run_twice() {
            HookHandler handler = calling("twice");
            registry.register("tool:pre", handler);
            registry.register("tool:pre", handler);

            assertThat(emit(Map.of()).runs()).hasSize(2);
            assertThat(calls).containsExactly("twice", "twice");
        }

        @Test
        void leaves_out_handlers_of_other_events() {
            registry.register("tool:post", calling("other"));

            assertThat(emit(Map.of()).runs()).isEmpty();
            assertThat(calls).isEmpty();
        }
    }

    @Nested
    class Snapshot {

        @Test
        void does_not_hold_what_is_registered_during_the_emit() {
            registry.register("tool:pre", 0, "registering", (event, data) -> {
                registry.register("tool:pre", 1, "added", calling("added"));
                return null;
            });

            emit(Map.of());
            assertThat(calls).isEmpty();

            emit(Map.of());
            assertThat(calls).containsExactly("added");
        }

        @Test
        void still_holds_what_is_closed_during_the_emit() {
            Registration later = registry.register("tool:pre", 1, "later", calling("later"));
            registry.register("tool:pre", 0, "closing", (event, data) -> {
                later.close();
                return null;
            });

            emit(Map.of());
            assertThat(calls).containsExactly("later");

            emit(Map.of());
            assertThat(calls).containsExactly("later");
        }

        @Test
        void counts_from_the_next_emit_even_if_that_is_a_nested_one() {
            registry.register("tool:pre", 0, "registering", (event, data) -> {
                Registration added = registry.register("tool:post", 0, "added", calling("added"));
                registry.emit("tool:post", data);
                added.close();
                registry.emit("tool:post", data);
                return null;
            });

            emit(Map.of());

            assertThat(calls).containsExactly("added");
        }

        @Test
        void loses_a_handler_that_closes_itself() {
            var own = new ArrayList<Registration>();
            own.add(registry.register("tool:pre", 0, "once", (event, data) -> {
                calls.add("once");
                own.getFirst().close();
                return null;
            }));

            emit(Map.of());
            emit(Map.of());

            assertThat(calls).containsExactly("once");
        }

        @Test
        void loses_only_the_registration_that_was_closed_and_only_once() {
            HookHandler handler = calling("same");
            Registration first = registry.register("tool:pre", 0, "same", handler);
            registry.register("tool:pre", 0, "same", handler);

            first.close();
            first.close();
            emit(Map.of());

            assertThat(calls).containsExactly("same");
        }
    }

    @Nested
    class Data {

        @Test
        void is_the_default_fields_overridden_by_the_events_own() {
            registry.setDefaultFields(Map.of("env", "prod"));
            registry.setDefaultFields(new EventDataFields("s-1", "prod").asMap());

            EventData data = emit(Map.of("env", "test", "tool_name", "bash")).data();

            assertThat(data.asMap())
                    .containsOnly(entry("session", "s-1"), entry("env", "test"), entry("tool_name", "bash"));
        }

        @Test
        void is_merged_on_the_top_level_only() {
            registry.setDefaultFields(Map.of("limits", Map.of("time", 1, "size", 2)));

            EventData data = emit(Map.of("limits", Map.of("time", 9))).data();

            assertThat(data.get("limits")).isEqualTo(Map.of("time", 9));
        }

        @Test
        void is_merged_also_when_nobody_listens() {
            registry.setDefaultFields(Map.of("env", "prod"));

            assertThat(emit(Map.of()).data()).isEqualTo(EventData.of("env", "prod"));
        }

        @Test
        void takes_null_of_the_event_over_a_default() {
            registry.setDefaultFields(Map.of("env", "prod"));
            var own = new HashMap<String, Object>();
            own.put("env", null);

            assertThat(emit(own).data().asMap()).containsExactly(entry("env", null));
        }

        @Test
        void has_only_the_defaults_that_were_set_last() {
            registry.setDefaultFields(Map.of("env", "prod", "old", true));
            registry.setDefaultFields(Map.of("env", "test"));

            assertThat(emit(Map.of()).data().asMap()).containsExactly(entry("env", "test"));
        }

        @Test
        void has_nothing_that_the_registry_added() {
            registry.register("tool:pre", calling("anyone"));

            assertThat(emit(Map.of("a", 1)).data().asMap()).containsExactly(entry("a", 1));
        }

        @Test
        void does_not_change_with_the_map_that_was_emitted() {
            var mutable = new HashMap<String, Object>(Map.of("a", 1));
            registry.register("tool:pre", 0, "changing", (event, data) -> {
                mutable.put("a", 2);
                return null;
            });

            assertThat(emit(mutable).data().get("a")).isEqualTo(1);
        }

        @Test
        void is_the_very_object_that_was_emitted_if_there_are_no_defaults() {
            EventData given = EventData.of("a", 1);
            var seen = new ArrayList<EventData>();
            registry.observe("tool:pre", (event, data) -> seen.add(data));

            HookOutcome outcome = registry.emit("tool:pre", given);

            assertThat(seen.getFirst()).isSameAs(given).isSameAs(outcome.data());
        }

        private record EventDataFields(String session, String env) {
            Map<String, Object> asMap() {
                return EventData.of(this).asMap();
            }
        }
    }
}
