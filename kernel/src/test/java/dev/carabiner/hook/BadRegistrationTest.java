package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carabiner.event.Events;
import dev.carabiner.event.InvalidEventNameException;
import dev.carabiner.event.ToolPre;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot work is refused when it is registered, and leaves nothing behind. */
class BadRegistrationTest {

    private static final HookHandler NOTHING = (event, data) -> null;
    private static final HookOptions NAMED = HookOptions.forEvent("tool:pre").name("guard");

    private final HookRegistry registry = new HookRegistry();

    @AfterEach
    void nothing_is_left_behind() {
        assertThat(registry.listHandlers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "tool", "Tool:pre", "tool:", ":pre", "tool:pre\n", "tool:p*", "**", "tool:pre:x", "tööl:pre"
            })
    void a_text_that_is_no_event_is_named(String text) {
        assertThatThrownBy(() -> registry.register(text, NOTHING))
                .isInstanceOf(InvalidEventNameException.class)
                .hasMessageContaining("\"" + text.strip());
        assertThatThrownBy(() -> registry.emit(text, Map.of()))
                .isInstanceOf(InvalidEventNameException.class)
                .hasMessageContaining("\"" + text.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", "tool:*"})
    void a_pattern_cannot_be_emitted(String pattern) {
        assertThatThrownBy(() -> registry.emit(pattern, Map.of()))
                .isInstanceOf(InvalidEventNameException.class)
                .hasMessageContaining("\"" + pattern + "\"");
    }

    @Test
    void a_missing_handler_is_refused_naming_hook_and_event() {
        assertThatThrownBy(() -> registry.register(NAMED, null))
                .isInstanceOf(InvalidHookException.class)
                .hasMessageContainingAll("guard", "tool:pre");
        assertThatThrownBy(() -> registry.observe(NAMED, null)).hasMessageContainingAll("guard", "tool:pre");
        assertThatThrownBy(() -> registry.on("tool:pre", null)).hasMessageContaining("tool:pre");
        assertThatThrownBy(() -> registry.on(Events.TOOL_PRE, NAMED, null))
                .hasMessageContainingAll("guard", "tool:pre");
    }

    @Test
    void missing_options_events_and_data_are_refused() {
        assertThatThrownBy(() -> registry.register((HookOptions) null, NOTHING))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> registry.register((String) null, NOTHING)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> registry.emit(null, Map.of())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> registry.emit("tool:pre", (Map<String, ?>) null))
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> registry.setDefaultFields((Map<String, ?>) null))
                .isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "a\nb", "a\u001bb", "\u0000"})
    void a_name_that_is_blank_or_holds_control_characters_is_refused_naming_the_event(String name) {
        assertThatThrownBy(() -> registry.register("tool:pre", 0, name, NOTHING))
                .isInstanceOf(InvalidHookException.class)
                .hasMessageContaining("tool:pre");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void a_timeout_that_is_not_positive_is_refused_naming_hook_event_and_timeout(Duration timeout) {
        assertThatThrownBy(() -> NAMED.timeout(timeout))
                .isInstanceOf(InvalidHookException.class)
                .hasMessageContainingAll("guard", "tool:pre", timeout.toString());
    }

    @Test
    void options_without_name_timeout_or_policy_are_refused() {
        assertThatThrownBy(() -> NAMED.name(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> NAMED.timeout(null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> NAMED.onFailure(null)).isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tool:post", "tool:*", "*", "error:tool"})
    void a_view_of_another_event_is_refused_naming_both(String event) {
        TypedHandler<ToolPre> handler = (view, data) -> null;

        assertThatThrownBy(() -> registry.on(Events.TOOL_PRE, HookOptions.forEvent(event), handler))
                .isInstanceOf(InvalidHookException.class)
                .hasMessageContainingAll("tool:pre", event);
    }
}
