package org.example;

import com.google.adk.agents.LlmAgent;
import com.google.adk.models.BaseLlm;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.runner.Runner;
import com.google.adk.tools.Annotations.Schema;
import com.google.adk.tools.FunctionTool;
import dev.carabiner.adk.CarabinerPlugin;
import dev.carabiner.engine.Engine;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** An agent with a shell, under a policy. */
public final class GuardedAgent {

    /** Commands that would have been run: this sample runs none. */
    static final List<String> RAN = new CopyOnWriteArrayList<>();

    private GuardedAgent() {}

    /** The agent's tool. */
    @Schema(description = "Runs a command")
    public static Map<String, Object> Bash(@Schema(name = "command") String command) {
        RAN.add(command);
        return Map.of("result", "ran " + command);
    }

    static Runner under(Engine engine, BaseLlm model) {
        LlmAgent agent = LlmAgent.builder()
                .name("assistant")
                .model(model)
                .tools(FunctionTool.create(GuardedAgent.class, "Bash"))
                .build();
        return new InMemoryRunner(agent, "app", List.of(new CarabinerPlugin(engine)));
    }
}
