package dev.carabiner.adk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.adk.agents.LlmAgent;
import com.google.adk.tools.AgentTool;
import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import io.reactivex.rxjava3.core.Maybe;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each way around the hooks that ADK has: closed, detected, or documented as open. */
@Timeout(60)
class WaysAroundTest {

    private final TestPolicy policy = new TestPolicy();
    private final List<String> done = new CopyOnWriteArrayList<>();

    private PlainTool echo(String name) {
        return new PlainTool(name, arguments -> {
            done.add(name + " " + arguments);
            return "did " + arguments.get("text");
        });
    }

    private void denies(String tool) {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools(tool),
                (event, data) -> HookResult.deny("not here"));
    }

    private String ask(LlmAgent agent, String prompt) {
        return AdkRuns.answer(AdkRuns.ask(agent, prompt, new CarabinerPlugin(policy.engine())));
    }

    /** {@code AgentTool.create(agent)} runs its agent without plugins; the adapter runs it with them. */
    @Test
    void an_agent_that_is_a_tool_is_guarded_too() {
        denies("wipe");
        ScriptedLlm model = ScriptedLlm.of(
                ScriptedLlm.calls("1", "helper", Map.of("request", "wipe it")),
                ScriptedLlm.calls("2", "wipe", Map.of("text", "x")),
                AdkContents.of("model", "could not"));
        LlmAgent helper = LlmAgent.builder()
                .name("helper")
                .model(model)
                .tools(echo("wipe"))
                .build();

        ask(
                LlmAgent.builder()
                        .name("assistant")
                        .model(model)
                        .tools(AgentTool.create(helper))
                        .build(),
                "go");

        assertThat(done).isEmpty();
        assertThat(policy.all("agent:spawn")).hasSize(1);
        assertThat(policy.tools("tool:pre")).containsExactly("helper", "wipe");
    }

    @Test
    void what_the_agents_own_callbacks_change_is_judged() {
        policy.on("tool:pre", (event, data) -> {
            EventData input = data.object("tool_input");
            return input != null && "bad".equals(input.text("text")) ? HookResult.deny("bad input") : null;
        });
        ScriptedLlm model = ScriptedLlm.of(ScriptedLlm.calls("1", "echo", Map.of("text", "good")));

        ask(
                LlmAgent.builder()
                        .name("assistant")
                        .model(model)
                        .tools(echo("echo"))
                        .beforeToolCallback((invocation, tool, arguments, context) -> {
                            arguments.put("text", "bad");
                            return Maybe.empty();
                        })
                        .build(),
                "go");

        assertThat(done).isEmpty();
        assertThat(policy.all("policy:violation")).hasSize(1);
    }

    @Test
    void what_is_judged_is_what_runs() {
        policy.on(
                "tool:pre",
                (event, data) -> HookResult.modify(data.update("tool_input", it -> it.with("text", "checked"))
                        .asMap()));
        ScriptedLlm model = ScriptedLlm.of(ScriptedLlm.calls("1", "echo", Map.of("text", "good")));

        ask(
                LlmAgent.builder()
                        .name("assistant")
                        .model(model)
                        .tools(echo("echo"))
                        .build(),
                "go");

        assertThat(done).containsExactly("echo {text=checked}");
    }

    @Test
    void a_denied_prompt_asks_no_model_and_is_withheld_from_the_session() {
        policy.on("prompt:submit", (event, data) -> HookResult.deny("no"));
        ScriptedLlm model = ScriptedLlm.of();

        assertThat(ask(LlmAgent.builder().name("assistant").model(model).build(), "secret"))
                .isEqualTo("no");
        assertThat(model.requests()).isEmpty();
    }

    @Test
    void a_denied_answer_runs_no_tool() {
        policy.on("provider:response", (event, data) -> HookResult.deny("not like this"));
        ScriptedLlm model = ScriptedLlm.of(ScriptedLlm.calls("1", "echo", Map.of("text", "x")));

        assertThat(ask(
                        LlmAgent.builder()
                                .name("assistant")
                                .model(model)
                                .tools(echo("echo"))
                                .build(),
                        "go"))
                .isEqualTo("not like this");
        assertThat(done).isEmpty();
    }

    /** Open, and on the page: a runner without the plugin. */
    @Test
    void a_runner_without_the_plugin_is_not_guarded() {
        denies("echo");
        ScriptedLlm model = ScriptedLlm.of(ScriptedLlm.calls("1", "echo", Map.of("text", "x")));

        AdkRuns.ask(
                LlmAgent.builder()
                        .name("assistant")
                        .model(model)
                        .tools(echo("echo"))
                        .build(),
                "go");

        assertThat(done).hasSize(1);
    }
}
