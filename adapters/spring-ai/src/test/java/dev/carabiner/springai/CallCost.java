package dev.carabiner.springai;

import static dev.carabiner.springai.ScriptedModel.calls;

import dev.carabiner.adapter.scenario.CallCosts;
import dev.carabiner.adapter.scenario.CostedAgent;
import dev.carabiner.host.Conversations;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.annotation.Tool;

/** What a prompt costs with hooks and without; {@code bench/run adapters} starts it. */
final class CallCost {

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
        public ChatOptions getOptions() {
            return ToolCallingChatOptions.builder().build();
        }

        @Override
        public ChatResponse call(Prompt prompt) {
            AssistantMessage answer = prompt.getInstructions().getLast() instanceof ToolResponseMessage
                    ? new AssistantMessage("done")
                    : calls("c", "nothing", "{}");
            return new ChatResponse(List.of(new Generation(answer)));
        }
    };

    private CallCost() {}

    public static void main(String[] args) throws Exception {
        CallCosts.main(args, CallCost::agent);
    }

    private static CostedAgent agent(@Nullable Conversations conversations, Runnable tool) {
        ChatClient.Builder builder = ChatClient.builder(MODEL).defaultTools(new Nothing(tool));
        if (conversations != null) {
            builder.defaultAdvisors(CarabinerAdvisors.under(conversations));
        }
        ChatClient client = builder.build();
        return (conversation, prompt) -> Objects.requireNonNull(client.prompt(prompt)
                .advisors(it -> it.param(ChatMemory.CONVERSATION_ID, conversation))
                .call()
                .content());
    }
}
