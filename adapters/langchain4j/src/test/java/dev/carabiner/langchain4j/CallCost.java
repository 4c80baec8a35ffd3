package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;

import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Prints what a call of a no-op tool costs with three hooks and without Carabiner, in processor time. */
final class CallCost {

    interface Assistant {
        String ask(@MemoryId String id, @UserMessage String prompt);
    }

    static final class Nothing {
        @Tool
        String nothing() {
            return "";
        }
    }

    /** Calls the tool once for each prompt. */
    private static final ChatModel MODEL = new ChatModel() {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            AiMessage answer = request.messages().getLast() instanceof ToolExecutionResultMessage
                    ? AiMessage.from("done")
                    : calls("c", "nothing", "{}");
            return ChatResponse.builder().aiMessage(answer).build();
        }
    };

    private CallCost() {}

    public static void main(String[] args) throws Exception {
        Path file =
                Files.writeString(Files.createTempFile("policy", ".yaml"), "bundle: {name: none, version: 1.0.0}\n");
        Engine engine = Engine.load(file);
        Conversations three = Conversations.builder(engine)
                .hooks(registry -> {
                    for (int i = 0; i < 3; i++) {
                        registry.register("tool:pre", i, "hook-" + i, (event, data) -> null);
                    }
                })
                .build();
        for (int round = 0; round < 8; round++) {
            long bare = cost(AiServices.builder(Assistant.class), 5_000);
            long guarded = cost(AiServices.builder(Hooked.context(Assistant.class, three)), 5_000);
            System.out.printf("bare %,d ns, guarded %,d ns a call: %.2f%n", bare, guarded, (double) guarded / bare);
        }
        System.exit(0);
    }

    private static long cost(AiServices<Assistant> builder, int prompts) {
        Assistant assistant = builder.chatModel(MODEL)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(10))
                .tools(new Nothing())
                .build();
        long began = cpu();
        for (int i = 0; i < prompts; i++) {
            assistant.ask("ann", "go");
        }
        return (cpu() - began) / prompts;
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
