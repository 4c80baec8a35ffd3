package dev.carabiner.examples.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.context.Message;
import dev.carabiner.context.Role;
import dev.carabiner.event.EventData;
import dev.carabiner.examples.host.ToolRunner.Called;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.session.SessionCoordinator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolRunnerTest {

    private final List<EventData> ran = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final HookRegistry hooks = new HookRegistry();
    private final SessionCoordinator session =
            SessionCoordinator.builder().hooks(hooks).build();
    private final ToolRunner runner = new ToolRunner(
            session,
            Map.of(
                    "Echo",
                            input -> {
                                ran.add(input);
                                return "said " + input.get("text");
                            },
                    "Fail",
                            input -> {
                                throw new IllegalStateException("broken");
                            }));

    private Called echo() {
        return runner.call("Echo", EventData.of("text", "hi"));
    }

    @Test
    void call_and_result_are_in_the_conversation() {
        assertThat(echo()).isEqualTo(new Called(true, "said hi"));
        assertThat(session.context().messages()).extracting(Message::role).containsExactly(Role.ASSISTANT, Role.TOOL);
    }

    @Test
    void a_denied_tool_does_not_run() {
        hooks.register("tool:pre", (event, data) -> HookResult.deny("no"));
        assertThat(echo()).isEqualTo(new Called(false, "Denied by hook: no"));
        assertThat(ran).isEmpty();
    }

    @Test
    void the_tool_is_given_what_the_hooks_made_of_its_input() {
        hooks.register(
                "tool:pre",
                (event, data) -> HookResult.modify(data.update("tool_input", input -> input.with("text", "bye"))));
        assertThat(echo().result()).isEqualTo("said bye");
    }

    @Test
    void hooks_can_change_or_withhold_what_the_model_reads() {
        hooks.register(
                "tool:post",
                (event, data) ->
                        HookResult.modify(data.update("tool_result", result -> result.with("output", "shorter"))));
        assertThat(echo().result()).isEqualTo("shorter");
        hooks.register("tool:post", (event, data) -> HookResult.deny("secret"));
        assertThat(echo()).isEqualTo(new Called(true, "Denied by hook: secret"));
    }

    @Test
    void a_tool_that_throws_is_an_error_event_and_an_error_result() {
        hooks.observe("*", (event, data) -> events.add(event));
        assertThat(runner.call("Fail", EventData.empty())).isEqualTo(new Called(false, "broken"));
        assertThat(events).containsExactly("tool:pre", "error:tool");
    }

    @Test
    void a_tool_that_is_not_there_is_an_error_result() {
        assertThat(runner.call("Nothing", EventData.empty()).result()).isEqualTo("there is no tool Nothing");
    }
}
