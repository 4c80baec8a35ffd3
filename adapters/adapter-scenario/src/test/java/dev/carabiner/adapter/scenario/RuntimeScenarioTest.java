package dev.carabiner.adapter.scenario;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.agent.Session;
import dev.carabiner.runtime.context.TokenCounter;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Usage;
import dev.carabiner.runtime.store.SessionStore;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.ToolResult;
import dev.carabiner.testkit.agent.ScriptedProvider;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** The agent of the runtime, whose play is the measure for the others. */
class RuntimeScenarioTest extends SameEverywhereContract {

    @Override
    protected ScenarioAgent agent(ScenarioStage stage) {
        ScriptedProvider model = new ScriptedProvider();
        IntStream.range(0, 30)
                .forEach(any -> model.answers(request -> answer(stage.script().next())));
        var builder = Session.builder()
                .bundle(stage.bundle())
                .provider(model)
                .approvals(ScenarioStage.human())
                .tokenCounter(TokenCounter.approximate())
                .store(SessionStore.at(stage.logs()))
                .workingDirectory(stage.logs().getParent());
        ScenarioTools.NAMES.forEach(it -> builder.tool(new TextTool(it, stage.tools())));
        Session session = builder.sessionId("s-1").start();
        return new ScenarioAgent() {
            @Override
            public String ask(String prompt) {
                return session.prompt(prompt).answer();
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    @Override
    protected Path log(Path logs) {
        return SessionStore.at(logs).auditDirectory("s-1");
    }

    /** The sub-agent is called by the runtime's own tool. */
    private static ModelAnswer answer(ScenarioScript.Answer answer) {
        return new ModelAnswer(
                answer.text(),
                answer.calls().stream().map(RuntimeScenarioTest::call).toList(),
                new Usage(10, 5),
                answer.calls().isEmpty() ? "stop" : "tool_use");
    }

    private static ToolCall call(ToolCall call) {
        return call.name().equals("expert")
                ? new ToolCall(
                        call.id(), "Task", EventData.of("prompt", call.input().text("text"), "subagent_type", "Expert"))
                : call;
    }

    private record TextTool(String name, ScenarioTools tools) implements Tool {

        @Override
        public String description() {
            return "of the scenario";
        }

        @Override
        public EventData inputSchema() {
            return EventData.of("type", "object", "properties", EventData.of("text", EventData.of("type", "string")));
        }

        @Override
        public boolean parallel() {
            return true;
        }

        @Override
        public ToolResult run(EventData input, ToolRun run) {
            return ToolResult.of(tools.run(name, String.valueOf(input.text("text"))));
        }
    }
}
