package dev.carabiner.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import dev.carabiner.event.PromptSubmit;
import dev.carabiner.hook.HookResult;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TypedEmitTest {

    private record Built(String artifact, int warnings) {}

    private static final EventType<Built> BUILT = EventType.of("build:done", Built.class);

    private final Recording recording = new Recording();

    @Test
    void emits_the_event_with_the_views_fields() {
        var outcome = recording.session().emit(BUILT, new Built("app.jar", 2));

        assertThat(outcome.event()).isEqualTo("build:done");
        assertThat(outcome.data().asMap())
                .containsAllEntriesOf(Map.of("artifact", "app.jar", "warnings", 2, "session_id", "s-1"));
    }

    @Test
    void leaves_out_what_is_null() {
        var outcome = recording.session().emit(Events.PROMPT_SUBMIT, new PromptSubmit(null, "hello", null, null));

        assertThat(outcome.data().has("metadata")).isFalse();
        assertThat(outcome.data().text("session_id")).isEqualTo("s-1");
    }

    @Test
    void handlers_get_the_view_back() {
        recording.hooks.on(BUILT, (built, data) -> HookResult.deny(built.artifact()));

        assertThat(recording.session().emit(BUILT, new Built("app.jar", 2)).reason())
                .isEqualTo("app.jar");
    }
}
