package dev.carabiner.adapter.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventData;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the comparison of frameworks looks at: all that it is not told to leave out. */
class PlainFormTest {

    private final PlainForm form = new PlainForm();

    @Test
    void a_field_of_any_name_is_compared_wherever_it_stands() {
        EventData data = EventData.of("reason", "r", "new", List.of(EventData.of("inner", 1)), "gone", null);

        assertThat(form.of(data)).isEqualTo("{new=[{inner=1}], reason=r}");
    }

    @Test
    void times_and_what_a_framework_calls_its_parts_are_not() {
        EventData data = EventData.of(
                "timestamp",
                "t",
                "duration_ms",
                5,
                "provider",
                "adk",
                "inner",
                EventData.of("model", "m", "left", true));

        assertThat(form.of(data)).isEqualTo("{inner={left=true}}");
    }

    @Test
    void ids_are_compared_by_what_they_are_ids_of() {
        form.name("4711", "tool:pre c1");

        assertThat(form.of(EventData.of("parent", "4711", "emit", "other")))
                .isEqualTo("{emit=unknown, parent=tool:pre c1}");
    }
}
