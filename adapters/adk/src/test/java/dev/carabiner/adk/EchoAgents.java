package dev.carabiner.adk;

import com.google.adk.agents.LlmAgent;
import com.google.genai.types.Content;
import dev.carabiner.adapter.scenario.TestPolicy;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Agents with a tool that says that it was run, under a policy that may deny it. */
abstract class EchoAgents {

    final TestPolicy policy = new TestPolicy();
    final List<String> done = new CopyOnWriteArrayList<>();

    final PlainTool echo() {
        return new PlainTool("echo", arguments -> {
            done.add("echo");
            return "did it";
        });
    }

    final void denies(String tool) {
        policy.on(
                HookOptions.forEvent("tool:pre").name("guard").tools(tool),
                (event, data) -> HookResult.deny("not here"));
    }

    final LlmAgent.Builder agent(ScriptedLlm model) {
        return LlmAgent.builder().name("assistant").model(model).tools(echo());
    }

    final CarabinerPlugin plugin() {
        return new CarabinerPlugin(policy.engine());
    }

    /** What the model was told last. */
    static String told(ScriptedLlm model) {
        return AdkContents.FORM
                .shown(model.requests().getLast().contents().getLast())
                .text();
    }

    static Content callsEcho() {
        return ScriptedLlm.calls("1", "echo", Map.of());
    }
}
