package dev.carabiner.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.memory.ChatMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the service's chat memory true to what hooks made of a prompt: the framework stores it before they are asked. */
final class PromptMemory {

    private PromptMemory() {}

    /** The prompt as the hooks left it, or nothing if they would not have it. */
    static void settle(HookedContext service, InvocationContext context, ServiceInvocation invocation) {
        ChatMemory memory = memory(service, context);
        if (memory == null) {
            return;
        }
        List<ChatMessage> messages = new ArrayList<>(memory.messages());
        int at = place(messages, invocation.submitted());
        if (at < 0) {
            return;
        }
        if (invocation.run().denial() != null) {
            messages.remove(at);
        } else {
            messages.set(at, invocation.settled());
        }
        replace(memory, messages);
    }

    /**
     * The memory may hold the prompt without what was retrieved for it; then it is the last message. Below zero if the memory
     * does not hold the prompt: an earlier one of the user is not touched.
     */
    private static int place(List<ChatMessage> messages, UserMessage submitted) {
        int at = messages.lastIndexOf(submitted);
        boolean isLast = !messages.isEmpty() && messages.getLast() instanceof UserMessage;
        return at < 0 && isLast ? messages.size() - 1 : at;
    }

    /** The framework has stored the reason as an answer; the answer to a prompt that never came is not kept. */
    static void forgetDenial(HookedContext service, InvocationContext context, ServiceInvocation invocation) {
        ChatMemory memory = invocation.run().denial() == null ? null : memory(service, context);
        if (memory == null || memory.messages().isEmpty()) {
            return;
        }
        List<ChatMessage> messages = new ArrayList<>(memory.messages());
        if (messages.getLast() instanceof AiMessage answer
                && invocation.run().lastReply().equals(answer.text())) {
            messages.removeLast();
            replace(memory, messages);
        }
    }

    private static @Nullable ChatMemory memory(HookedContext service, InvocationContext context) {
        return service.hasChatMemory() ? service.chatMemoryService.getOrCreateChatMemory(context.chatMemoryId()) : null;
    }

    private static void replace(ChatMemory memory, List<ChatMessage> messages) {
        if (messages.isEmpty()) {
            memory.clear();
        } else {
            memory.set(messages);
        }
    }
}
