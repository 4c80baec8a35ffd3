package org.example;

import dev.carabiner.engine.Engine;
import dev.carabiner.langchain4j.Hooked;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An assistant with a shell, under a policy. */
public final class GuardedAssistant {

    /** What the assistant can be asked. */
    public interface Assistant {
        String chat(@MemoryId String user, @UserMessage String prompt);
    }

    /** Commands that would have been run: this sample runs none. */
    static final List<String> RAN = new CopyOnWriteArrayList<>();

    /** The assistant's tool. */
    public static final class Shell {
        @Tool("Runs a command")
        String Bash(String command) {
            RAN.add(command);
            return "ran " + command;
        }
    }

    private GuardedAssistant() {}

    static Assistant under(Engine engine, ChatModel model) {
        return AiServices.<Assistant>builder(Hooked.context(Assistant.class, engine))
                .chatModel(model)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(50))
                .tools(new Shell())
                .build();
    }
}
