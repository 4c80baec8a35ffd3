package dev.carabiner.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PatchStepTest {

    private static List<String> steps(EventData before, EventData after) {
        return PatchStep.between(before, after).stream()
                .map(step -> step.op() + " " + step.path() + " " + step.value())
                .toList();
    }

    @Test
    void equal_data_need_no_steps_whatever_their_order() {
        assertThat(steps(EventData.of("a", 1, "b", 2), EventData.of("b", 2.0, "a", 1L)))
                .isEmpty();
    }

    @Test
    void fields_are_added_replaced_and_removed_at_any_depth() {
        EventData before = EventData.of("gone", 1, "same", 2, "in", Map.of("a", Map.of("x", 1)));
        EventData after = EventData.of("same", 2, "in", Map.of("a", Map.of("x", 3)), "new", true);

        assertThat(steps(before, after)).containsExactly("REMOVE /gone null", "REPLACE /in/a/x 3", "ADD /new true");
    }

    @Test
    void a_list_that_grew_gets_its_new_elements_and_one_of_the_same_length_its_changed_ones() {
        assertThat(steps(EventData.of("l", List.of(1, 2)), EventData.of("l", List.of(1, 2, 3, 4))))
                .containsExactly("ADD /l/2 3", "ADD /l/3 4");
        assertThat(steps(EventData.of("l", List.of(1, Map.of("x", 1))), EventData.of("l", List.of(1, Map.of("x", 2)))))
                .containsExactly("REPLACE /l/1/x 2");
        assertThat(steps(EventData.of("l", List.of(1, 2)), EventData.of("l", List.of(2))))
                .containsExactly("REPLACE /l [2]");
    }

    @Test
    void a_field_may_become_null_or_another_kind() {
        assertThat(steps(EventData.of("a", 1, "b", List.of(1)), EventData.of("a", null, "b", Map.of())))
                .containsExactly("REPLACE /a null", "REPLACE /b {}");
        assertThat(steps(EventData.of("l", Arrays.asList(1, null)), EventData.of("l", Arrays.asList(null, null))))
                .containsExactly("REPLACE /l/0 null");
    }

    @Test
    void keys_are_escaped_as_json_pointers_have_them() {
        assertThat(steps(EventData.empty(), EventData.of("a/b~c", 1))).containsExactly("ADD /a~1b~0c 1");
    }
}
