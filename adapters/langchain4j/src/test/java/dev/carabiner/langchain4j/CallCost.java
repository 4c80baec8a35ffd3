package dev.carabiner.langchain4j;

import static dev.carabiner.langchain4j.ScriptedModel.calls;

import dev.carabiner.adapter.scenario.CallCosts;
import dev.carabiner.adapter.scenario.CostedAgent;
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
import org.jspecify.annotations.Nullable;

/** What a prompt costs with hooks and without; {@code bench/run adapters} starts it. */
final class CallCost {

    interface Assistant {
        String ask(@MemoryId String id, @UserMessage String prompt);
    }

    record Nothing(Runnable tool) {
        @Tool
        String nothing() {
            tool.run();
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
        CallCosts.main(args, CallCost::agent);
    }

    private static CostedAgent agent(@Nullable Conversations conversations, Runnable tool) {
        AiServices<Assistant> builder = conversations == null
                ? AiServices.builder(Assistant.class)
                : AiServices.builder(Hooked.context(Assistant.class, conversations));
        Assistant assistant = builder.chatModel(MODEL)
                .chatMemoryProvider(id -> MessageWindowChatMemory.withMaxMessages(10))
                .tools(new Nothing(tool))
                .build();
        return assistant::ask;
    }
}
