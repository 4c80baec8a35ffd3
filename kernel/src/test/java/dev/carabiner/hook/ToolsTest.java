package dev.carabiner.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 16: a handler may be for certain tools only. */
class ToolsTest {

    private static final HookOptions OPTIONS = HookOptions.forEvent("tool:pre").name("a");

    private final HookRegistry registry = new HookRegistry();
    private final List<String> calls = new ArrayList<>();

    private void register(HookOptions options) {
        registry.observe(options, (event, data) -> calls.add(options.name()));
    }

    @ParameterizedTest
    @CsvSource({
        "Bash, true",
        "bash, false",
        "BashX, false",
        "mcp__, true",
        "mcp__files__read, true",
        "mcp_, false",
        "'', false"
    })
    void names_are_exact_or_have_a_star_at_the_end(String tool, boolean isCalled) {
        register(OPTIONS.tools("Bash", "mcp__*"));

        registry.emit("tool:pre", Map.of("tool_name", tool));

        assertThat(calls).hasSize(isCalled ? 1 : 0);
    }

    @Test
    void a_star_alone_is_for_every_tool() {
        register(OPTIONS.tools("*"));

        registry.emit("tool:pre", Map.of("tool_name", "any"));

        assertThat(calls).hasSize(1);
    }

    @Test
    void an_event_without_a_tool_name_calls_the_handler() {
        register(OPTIONS.tools("Bash"));
        Map<String, Object> withNull = new HashMap<>();
        withNull.put("tool_name", null);

        registry.emit("tool:pre", Map.of());
        registry.emit("tool:pre", withNull);

        assertThat(calls).hasSize(2);
    }

    @Test
    void a_tool_name_that_is_no_text_is_none_of_the_tools() {
        register(OPTIONS.tools("7", "Bash"));

        registry.emit("tool:pre", Map.of("tool_name", 7));
        registry.emit("tool:pre", Map.of("tool_name", List.of("Bash")));

        assertThat(calls).isEmpty();
    }

    @Test
    void those_left_out_have_no_run_and_are_on_record_with_why() {
        register(OPTIONS.tools("Read", "mcp__*"));
        register(OPTIONS.name("b"));

        HookOutcome outcome = registry.emit("tool:pre", Map.of("tool_name", "Bash"));

        assertThat(outcome.runs()).extracting(HandlerRun::name).containsExactly("b");
        assertThat(outcome.skipped()).containsExactly(new SkippedHandler("a", 0, "only for Read, mcp__*"));
    }

    @Test
    void the_name_that_counts_is_the_one_in_the_data_when_it_is_the_handlers_turn() {
        register(OPTIONS.name("before").tools("Read").priority(-1));
        registry.register("tool:pre", (event, data) -> HookResult.modify(data.with("tool_name", "Read")));
        register(OPTIONS.name("for Bash").tools("Bash").priority(1));
        register(OPTIONS.name("for Read").tools("Read").priority(1));

        HookOutcome outcome = registry.emit("tool:pre", Map.of("tool_name", "Bash"));

        assertThat(calls).containsExactly("for Read");
        assertThat(outcome.skipped()).extracting(SkippedHandler::name).containsExactly("before", "for Bash");
    }

    @Test
    void collecting_obeys_too() {
        registry.register(OPTIONS.tools("Read"), (event, data) -> HookResult.proceed(Map.of("a", 1)));
        registry.register(OPTIONS.tools("Bash"), (event, data) -> HookResult.proceed(Map.of("b", 2)));

        assertThat(registry.emitAndCollect("tool:pre", Map.of("tool_name", "Bash")))
                .hasSize(1);
    }

    @Test
    void many_names_from_a_model_are_told_apart_all_the_same() {
        register(OPTIONS.tools("tool-*"));

        for (int i = 0; i < 1_000; i++) {
            registry.emit("tool:pre", Map.of("tool_name", (i % 2 == 0 ? "tool-" : "other-") + i));
        }

        assertThat(calls).hasSize(500);
    }

    @Test
    void the_outcome_of_the_same_data_is_right_for_both_kinds_of_handler() {
        register(OPTIONS.tools("Read"));
        register(OPTIONS.name("b"));
        var data = dev.carabiner.event.EventData.of("tool_name", "Bash");

        HookOutcome first = registry.emit("tool:pre", data);
        HookOutcome second = registry.emit("tool:pre", data);

        assertThat(second).isSameAs(first);
        assertThat(second.skipped()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "*x", "a*b", "**"})
    void what_is_no_name_is_refused(String tool) {
        assertThatThrownBy(() -> OPTIONS.tools("Bash", tool))
                .isInstanceOf(InvalidHookException.class)
                .hasMessageContaining("tool:pre");
    }

    @Test
    void no_name_at_all_is_refused() {
        assertThatThrownBy(() -> OPTIONS.tools(new String[0])).isInstanceOf(InvalidHookException.class);
    }
}
