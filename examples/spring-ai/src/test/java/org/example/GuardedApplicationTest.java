package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class GuardedApplicationTest {

    @Configuration
    static class Models {
        @Bean
        ChatModel model() {
            return new ScriptedModel();
        }
    }

    /** Calls Bash with what the user says, and then says what came of it. */
    static class ScriptedModel implements ChatModel {

        @Override
        public ChatResponse call(Prompt prompt) {
            Message last = prompt.getInstructions().getLast();
            AssistantMessage answer = last instanceof ToolResponseMessage result
                    ? new AssistantMessage(result.getResponses().getFirst().responseData())
                    : AssistantMessage.builder()
                            .content("")
                            .toolCalls(List.of(new AssistantMessage.ToolCall(
                                    "1", "function", "Bash", "{\"command\": \"" + last.getText() + "\"}")))
                            .build();
            return new ChatResponse(List.of(new Generation(answer)));
        }

        @Override
        public ChatOptions getOptions() {
            return ToolCallingChatOptions.builder().build();
        }
    }

    @Test
    void the_policy_holds() {
        try (var application = new SpringApplicationBuilder(GuardedApplication.class, Models.class)
                .web(WebApplicationType.NONE)
                .run()) {
            ChatClient assistant = application.getBean(ChatClient.class);

            assertTrue(assistant.prompt("rm -rf /").call().content().startsWith("Denied by hook: "));
            assertTrue(assistant.prompt("ls").call().content().contains("ran ls"));
        }
        assertEquals(List.of("ls"), GuardedApplication.RAN);
    }
}
