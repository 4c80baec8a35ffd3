package dev.carabiner.providers;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.providers.LangChainProviderModule.Trait;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Messages as a service takes them. No service takes anything between a call and its results, so what stands there
 * comes right after them; where a system message may only come first, later ones keep their place and say in the text
 * what they are.
 */
final class ChatHistory {

    private final LangChainProviderModule module;
    private final String model;
    private final List<ChatMessage> messages = new ArrayList<>();
    private final List<ChatMessage> held = new ArrayList<>();
    private final Map<String, String> toolNames = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    private ChatHistory(LangChainProviderModule module, String model) {
        this.module = module;
        this.model = model;
    }

    /** @param model the one that is going to read it */
    static List<ChatMessage> of(List<Message> messages, LangChainProviderModule module, String model) {
        ChatHistory conversation = new ChatHistory(module, model);
        messages.forEach(conversation::add);
        conversation.release();
        return conversation.messages;
    }

    private void add(Message message) {
        switch (message.role()) {
            case SYSTEM -> addSystem(message.text());
            case USER -> (open.isEmpty() ? messages : held).add(UserMessage.from(filled(message.text())));
            case ASSISTANT -> addAssistant(message);
            case TOOL -> addResult(message);
        }
    }

    private void addSystem(String text) {
        boolean first = messages.stream().allMatch(SystemMessage.class::isInstance);
        if (!text.isBlank()) {
            (open.isEmpty() ? messages : held)
                    .add(
                            module.has(Trait.SYSTEM_ANYWHERE) || first
                                    ? SystemMessage.from(text)
                                    : UserMessage.from("<system>\n" + text + "\n</system>"));
        }
    }

    private void addAssistant(Message message) {
        release();
        if (message.toolCalls().isEmpty() && message.text().isBlank()) {
            return;
        }
        AiMessage.Builder answer = AiMessage.builder()
                .text(message.text().isBlank() ? null : message.text())
                .toolExecutionRequests(
                        message.toolCalls().stream().map(ChatHistory::request).toList());
        Kept.restore(message.metadata(), model, answer);
        messages.add(answer.build());
        for (ToolCall call : message.toolCalls()) {
            toolNames.put(call.id(), call.name());
            open.add(call.id());
        }
    }

    private void addResult(Message message) {
        String id = message.toolCallId() == null ? "" : message.toolCallId();
        boolean isError = Boolean.TRUE.equals(message.metadata().get("is_error"));
        messages.add(module.toolResult(id, toolNames.getOrDefault(id, "tool"), filled(message.text()), isError));
        open.remove(id);
        if (open.isEmpty()) {
            release();
        }
    }

    private void release() {
        open.clear();
        messages.addAll(held);
        held.clear();
    }

    private static ToolExecutionRequest request(ToolCall call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.name())
                .arguments(EventDataJson.write(call.input()))
                .build();
    }

    /** Services refuse empty messages. */
    private static String filled(String text) {
        return text.isBlank() ? "(nothing)" : text;
    }
}
