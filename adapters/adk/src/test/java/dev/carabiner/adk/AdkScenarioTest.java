package dev.carabiner.adk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.StreamingMode;
import com.google.adk.agents.RunConfig.ToolExecutionMode;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.tools.AgentTool;
import com.google.adk.tools.BaseTool;
import com.google.adk.tools.ToolContext;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionDeclaration;
import com.google.genai.types.Part;
import dev.carabiner.adapter.scenario.SameEverywhereContract;
import dev.carabiner.adapter.scenario.ScenarioAgent;
import dev.carabiner.adapter.scenario.ScenarioStage;
import dev.carabiner.adapter.scenario.ScenarioTools;
import dev.carabiner.engine.Engine;
import io.reactivex.rxjava3.core.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class AdkScenarioTest extends SameEverywhereContract {

    /** What ADK tells each agent of itself, and what it calls the task of one that is a tool. */
    @Override
    protected String named(String line) {
        return line.replaceAll("(\\{content=You file things\\.)[^{}]*, role=system", "$1, role=system")
                .replaceAll("\\{content=[^{}]*You are an agent\\.[^{}]*, role=system\\}, ", "")
                .replace("{request=", "{text=");
    }

    @Override
    protected ScenarioAgent agent(ScenarioStage stage) {
        Engine engine = stage.engine();
        ScriptedLlm model = ScriptedLlm.playing(stage.script());
        List<BaseTool> tools = new ArrayList<>();
        ScenarioTools.NAMES.forEach(it -> tools.add(new TextTool(it, stage.tools())));
        LlmAgent expert = LlmAgent.builder()
                .name("expert")
                .description("files things")
                .model(model)
                .instruction(ScenarioTools.INSTRUCTIONS)
                .tools(tools)
                .build();
        List<BaseTool> all = new ArrayList<>(tools);
        all.add(AgentTool.create(expert));
        LlmAgent assistant =
                LlmAgent.builder().name("assistant").model(model).tools(all).build();
        InMemoryRunner runner = new InMemoryRunner(assistant, "app", List.of(new CarabinerPlugin(engine)));
        String session = runner.sessionService()
                .createSession("app", "ann")
                .blockingGet()
                .id();
        RunConfig config = RunConfig.builder()
                .streamingMode(stage.isStreaming() ? StreamingMode.SSE : StreamingMode.NONE)
                .toolExecutionMode(ToolExecutionMode.PARALLEL_SUBSCRIBE)
                .build();
        return new ScenarioAgent() {
            @Override
            public String ask(String prompt) {
                List<Event> events = runner.runAsync("ann", session, Content.fromParts(Part.fromText(prompt)), config)
                        .toList()
                        .blockingGet();
                return AdkContents.texts(events.getLast().content().orElseThrow());
            }

            @Override
            public void close() {
                engine.close();
            }
        };
    }

    /** A tool that takes one text. */
    private static final class TextTool extends BaseTool {

        private final ScenarioTools tools;

        TextTool(String name, ScenarioTools tools) {
            super(name, "of the scenario");
            this.tools = tools;
        }

        @Override
        public Optional<FunctionDeclaration> declaration() {
            return Optional.of(FunctionDeclaration.builder()
                    .name(name())
                    .description(description())
                    .build());
        }

        @Override
        public Single<Map<String, Object>> runAsync(Map<String, Object> arguments, ToolContext context) {
            return Single.fromCallable(
                    () -> Map.of("result", tools.run(name(), String.valueOf(arguments.get("text")))));
        }
    }
}
