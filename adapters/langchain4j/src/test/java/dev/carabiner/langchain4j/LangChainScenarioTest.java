package dev.carabiner.langchain4j;

import dev.carabiner.adapter.scenario.SameEverywhereContract;
import dev.carabiner.adapter.scenario.ScenarioAgent;
import dev.carabiner.adapter.scenario.ScenarioStage;
import dev.carabiner.adapter.scenario.ScenarioTools;
import dev.carabiner.engine.Engine;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import java.util.concurrent.CompletableFuture;

class LangChainScenarioTest extends SameEverywhereContract {

    interface Assistant {
        String ask(@MemoryId String id, @UserMessage String prompt);

        TokenStream stream(@MemoryId String id, @UserMessage String prompt);
    }

    interface Expert {
        @SystemMessage(ScenarioTools.INSTRUCTIONS)
        String ask(String task);
    }

    @Override
    protected ScenarioAgent agent(ScenarioStage stage) {
        Engine engine = stage.engine();
        ScriptedModel model = ScriptedModel.playing(stage.script());
        Expert expert = AiServices.<Expert>builder(Hooked.context(Expert.class, engine))
                .chatModel(model)
                .tools(new Tools(stage.tools()))
                .build();
        Assistant assistant = AiServices.<Assistant>builder(Hooked.context(Assistant.class, engine))
                .chatModel(model)
                .streamingChatModel(model.streaming())
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(100))
                .tools(new Tools(stage.tools()), new Delegating(expert))
                .executeToolsConcurrently()
                .build();
        return new ScenarioAgent() {
            @Override
            public String ask(String prompt) {
                return stage.isStreaming() ? streamed(assistant, prompt) : assistant.ask("s-1", prompt);
            }

            @Override
            public void close() {
                engine.close();
            }
        };
    }

    private static String streamed(Assistant assistant, String prompt) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        assistant.stream("s-1", prompt)
                .onPartialResponse(piece -> {})
                .onCompleteResponse(it -> answer.complete(it.aiMessage().text()))
                .onError(answer::completeExceptionally)
                .start();
        return answer.join();
    }

    /** The sub-agent is a tool of the assistant, as the framework's documentation has it. */
    record Delegating(Expert expert) {

        @Tool
        String expert(@P("text") String text) {
            return expert.ask(text);
        }
    }

    record Tools(ScenarioTools tools) {

        @Tool
        String broken(@P("text") String text) {
            return tools.run("broken", text);
        }

        @Tool
        String delete(@P("text") String text) {
            return tools.run("delete", text);
        }

        @Tool
        String fragile(@P("text") String text) {
            return tools.run("fragile", text);
        }

        @Tool
        String look(@P("text") String text) {
            return tools.run("look", text);
        }

        @Tool
        String note(@P("text") String text) {
            return tools.run("note", text);
        }

        @Tool
        String pay(@P("text") String text) {
            return tools.run("pay", text);
        }
    }
}
