package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.plugins.BasePlugin;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookResult;
import io.reactivex.rxjava3.core.Maybe;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plugins and callbacks beside this one: each still does what it does without Carabiner, and none gets around the hooks. */
@Timeout(60)
class OtherPluginsTest extends EchoAgents {

    /** What a plugin behind this one does before a tool runs. */
    private interface Before {
        Maybe<Map<String, Object>> call(Map<String, Object> arguments);
    }

    private static BasePlugin behind(Before before) {
        return new BasePlugin("behind") {
            @Override
            public Maybe<Map<String, Object>> beforeToolCallback(
                    BaseTool tool, Map<String, Object> arguments, ToolContext context) {
                return before.call(arguments);
            }
        };
    }

    private void deniesWhatIsBad() {
        policy.on("tool:pre", (event, data) -> {
            EventData input = data.object("tool_input");
            return input != null && "bad".equals(input.text("text")) ? HookResult.deny("bad input") : null;
        });
    }

    @Test
    void a_guard_in_a_plugin_behind_this_one_still_keeps_a_tool_from_running() {
        ScriptedLlm model = ScriptedLlm.of(callsEcho());

        AdkRuns.ask(
                agent(model).build(),
                "go",
                plugin(),
                behind(arguments -> Maybe.just(Map.of("error", "not with this plugin"))));

        assertThat(done).isEmpty();
        assertThat(told(model)).isEqualTo("not with this plugin");
    }

    @Test
    void what_a_plugin_behind_this_one_changes_is_judged() {
        deniesWhatIsBad();
        ScriptedLlm model = ScriptedLlm.of(ScriptedLlm.calls("1", "echo", Map.of("text", "good")));

        AdkRuns.ask(agent(model).build(), "go", plugin(), behind(arguments -> {
            arguments.put("text", "bad");
            return Maybe.empty();
        }));

        assertThat(done).isEmpty();
        assertThat(told(model)).isEqualTo("Denied by hook: bad input");
    }

    @Test
    void an_answer_of_a_plugin_behind_this_one_in_the_tools_place_counts_only_if_the_call_is_permitted() {
        denies("echo");
        ScriptedLlm model = ScriptedLlm.of(callsEcho());

        AdkRuns.ask(agent(model).build(), "go", plugin(), behind(arguments -> Maybe.just(Map.of("result", "made up"))));

        assertThat(told(model)).isEqualTo("Denied by hook: not here");
    }

    private LlmAgent failing(ScriptedLlm model, List<String> handled) {
        return LlmAgent.builder()
                .name("assistant")
                .model(model)
                .tools(new PlainTool("echo", arguments -> {
                    throw new IllegalStateException("the key is 123");
                }))
                .onToolErrorCallback((invocation, tool, arguments, context, error) -> {
                    handled.add(String.valueOf(error.getMessage()));
                    return Maybe.just(Map.of("result", "handled: " + error.getMessage()));
                })
                .build();
    }

    @Test
    void an_agents_own_callback_for_errors_gets_those_that_no_hook_has_changed() {
        List<String> handled = new CopyOnWriteArrayList<>();
        ScriptedLlm model = ScriptedLlm.of(callsEcho());

        AdkRuns.ask(failing(model, handled), "go", plugin());

        assertThat(handled).hasSize(1);
        assertThat(told(model)).contains("the key is 123");
    }

    @Test
    void an_agents_own_callback_for_errors_does_not_bring_back_what_a_hook_took_away() {
        policy.on(
                "error:tool",
                (event, data) -> HookResult.modify(data.update("error", it -> it.with("message", "it failed"))
                        .asMap()));
        List<String> handled = new CopyOnWriteArrayList<>();
        ScriptedLlm model = ScriptedLlm.of(callsEcho());

        AdkRuns.ask(failing(model, handled), "go", plugin());

        assertThat(handled).isEmpty();
        assertThat(told(model)).isEqualTo("it failed");
    }
}
