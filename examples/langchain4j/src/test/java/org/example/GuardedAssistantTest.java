package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.carabiner.engine.Engine;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardedAssistantTest {

    /** Calls Bash with what the user says, and then says what came of it. */
    private static final ChatModel MODEL = new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            var last = request.messages().getLast();
            AiMessage answer = last instanceof ToolExecutionResultMessage result
                    ? AiMessage.from(result.text())
                    : AiMessage.from(ToolExecutionRequest.builder()
                            .id("1")
                            .name("Bash")
                            .arguments("{\"command\": \"" + ((UserMessage) last).singleText() + "\"}")
                            .build());
            return ChatResponse.builder().aiMessage(answer).build();
        }
    };

    @Test
    void the_policy_holds() {
        try (Engine engine = Engine.load(Path.of("policy.yaml"))) {
            var assistant = GuardedAssistant.under(engine, MODEL);

            assertTrue(assistant.chat("ann", "rm -rf /").startsWith("Denied by hook: "));
            assertEquals("ran ls", assistant.chat("ann", "ls"));
        }
        assertEquals(List.of("ls"), GuardedAssistant.RAN);
    }
}
