package dev.carabiner.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import dev.carabiner.langchain4j.Hooked;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/langchain4j.md. */
class LangChainPageTest {

    // snippet: langchain-assistant
    interface Assistant {
        String chat(@MemoryId String user, @UserMessage String prompt);
    }

    static class Shell {
        @Tool("Runs a command")
        String Bash(String command) {
            return run(command);
        }
    }
    // end

    private static final List<String> RAN = new ArrayList<>();

    @TempDir
    Path temp;

    private static String run(String command) {
        RAN.add(command);
        return "ran " + command;
    }

    /** Calls Bash once, and then says what came of it. */
    private static final class Model implements ChatModel {

        private final String command;

        Model(String command) {
            this.command = command;
        }

        @Override
        public ChatResponse doChat(ChatRequest request) {
            ChatMessage last = request.messages().getLast();
            AiMessage answer = last instanceof ToolExecutionResultMessage result
                    ? AiMessage.from(result.text())
                    : AiMessage.from(ToolExecutionRequest.builder()
                            .id("1")
                            .name("Bash")
                            .arguments("{\"command\": \"" + command + "\"}")
                            .build());
            return ChatResponse.builder().aiMessage(answer).build();
        }
    }

    private Path policy() throws Exception {
        return Files.writeString(temp.resolve("policy.yaml"), """
                bundle: {name: guards, version: 1.0.0}
                hooks:
                  - module: shell-guard
                    required: true
                """);
    }

    @Test
    void before() {
        RAN.clear();
        ChatModel model = new Model("ls");
        // snippet: langchain-before
        Assistant assistant = AiServices.builder(Assistant.class)
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(50))
                .tools(new Shell())
                .build();
        // end
        assertThat(assistant.chat("ann", "list the files")).isEqualTo("ran ls");
    }

    @Test
    void after() throws Exception {
        RAN.clear();
        ChatModel model = new Model("rm -rf /");
        Path policy = policy();
        Path logs = temp.resolve("logs");
        // snippet: langchain-after
        Engine engine = Engine.builder()
                .approvals(ApprovalSystem.answering("Deny")) // a terminal or a web page, in real life
                .auditDirectory(logs)
                .load(policy);
        Assistant assistant = AiServices.<Assistant>builder(Hooked.context(Assistant.class, engine)) // the one line
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(50))
                .tools(new Shell())
                .build();
        // end
        assertThat(assistant.chat("ann", "tidy up")).startsWith("Denied by hook: ");
        assertThat(RAN).isEmpty();
        engine.close();
        assertThat(logs.resolve("Assistant.ann")).isDirectory();
    }

    @Test
    void everywhere() throws Exception {
        RAN.clear();
        try (Engine engine = Engine.load(policy())) {
            // snippet: langchain-everywhere
            Hooked.everywhere(engine); // at the start of the program
            // end
            Assistant assistant = AiServices.builder(Assistant.class)
                    .chatModel(new Model("rm -rf /"))
                    .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(50))
                    .tools(new Shell())
                    .build();
            assertThat(assistant.chat("ann", "tidy up")).startsWith("Denied by hook: ");
        } finally {
            Hooked.nowhere();
        }
        assertThat(RAN).isEmpty();
    }

    @Test
    void limits() throws Exception {
        try (Engine engine = Engine.load(policy())) {
            // snippet: langchain-limits
            Conversations conversations = Conversations.builder(engine)
                    .idleAfter(Duration.ofMinutes(5))
                    .atMost(1_000)
                    .build();
            AiServices<Assistant> builder = AiServices.builder(Hooked.context(Assistant.class, conversations));
            // end
            Assistant assistant = builder.chatModel(new Model("ls"))
                    .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(50))
                    .tools(new Shell())
                    .build();
            assertThat(assistant.chat("ann", "list")).isEqualTo("ran ls");
        }
    }
}
