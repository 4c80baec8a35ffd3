package dev.carabiner.springai;

import dev.carabiner.adapter.scenario.SameEverywhereContract;
import dev.carabiner.adapter.scenario.ScenarioAgent;
import dev.carabiner.adapter.scenario.ScenarioStage;
import dev.carabiner.adapter.scenario.ScenarioTools;
import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.execution.ToolCallResultConverter;
import org.springframework.core.Ordered;

public class SpringScenarioTest extends SameEverywhereContract {

    @Override
    protected ScenarioAgent agent(ScenarioStage stage) {
        Engine engine = stage.engine();
        ScriptedModel model = ScriptedModel.playing(stage.script());
        ChatClient expert = ChatClient.builder(model)
                .defaultAdvisors(CarabinerAdvisors.under(engine))
                .defaultAdvisors(it -> it.param(CarabinerAdvisors.AGENT, "Expert"))
                .defaultSystem(ScenarioTools.INSTRUCTIONS)
                .defaultTools(new Tools(stage.tools()))
                .build();
        Conversations conversations = Conversations.under(engine);
        ChatClient assistant = ChatClient.builder(model)
                .defaultAdvisors(CarabinerAdvisors.aroundLoop(conversations))
                .defaultAdvisors(
                        ToolCallingAdvisor.builder()
                                .toolCallingManager(CarabinerAdvisors.guarded(new BesideEachOther(), conversations))
                                .disableInternalConversationHistory()
                                .build(),
                        MessageChatMemoryAdvisor.builder(MessageWindowChatMemory.builder()
                                        .maxMessages(100)
                                        .build())
                                .order(Ordered.HIGHEST_PRECEDENCE + 400) // inside the loop: tool calls are remembered
                                .build())
                .defaultTools(new Tools(stage.tools()), new Delegating(expert))
                .build();
        return new ScenarioAgent() {
            @Override
            public String ask(String prompt) {
                var request = assistant.prompt(prompt).advisors(it -> it.param(ChatMemory.CONVERSATION_ID, "s-1"));
                return stage.isStreaming()
                        ? String.join(
                                "", request.stream().content().collectList().block())
                        : request.call().content();
            }

            @Override
            public void close() {
                engine.close();
            }
        };
    }

    /** The framework would put a text into quotation marks. */
    public static final class AsItIs implements ToolCallResultConverter {

        /** Called by the framework. */
        public AsItIs() {}

        @Override
        public String convert(@Nullable Object result, @Nullable Type type) {
            return String.valueOf(result);
        }
    }

    /** The sub-agent is a tool of the assistant. */
    record Delegating(ChatClient expert) {

        @Tool(resultConverter = AsItIs.class)
        String expert(String text) {
            return expert.prompt(text).call().content();
        }
    }

    record Tools(ScenarioTools tools) {

        @Tool(resultConverter = AsItIs.class)
        String broken(String text) {
            return tools.run("broken", text);
        }

        @Tool(resultConverter = AsItIs.class)
        String delete(String text) {
            return tools.run("delete", text);
        }

        @Tool(resultConverter = AsItIs.class)
        String fragile(String text) {
            return tools.run("fragile", text);
        }

        @Tool(resultConverter = AsItIs.class)
        String look(String text) {
            return tools.run("look", text);
        }

        @Tool(resultConverter = AsItIs.class)
        String note(String text) {
            return tools.run("note", text);
        }

        @Tool(resultConverter = AsItIs.class)
        String pay(String text) {
            return tools.run("pay", text);
        }
    }
}
