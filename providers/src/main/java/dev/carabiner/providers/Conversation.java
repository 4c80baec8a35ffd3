package dev.carabiner.providers;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.json.EventDataJson;
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
final class Conversation {

    /** Services refuse empty messages. */
    private static final String NOTHING = "(nothing)";

    private final Dialect dialect;
    private final String model;
    private final List<ChatMessage> messages = new ArrayList<>();
    private final List<ChatMessage> held = new ArrayList<>();
    private final Map<String, String> toolNames = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    private Conversation(Dialect dialect, String model) {
        this.dialect = dialect;
        this.model = model;
    }

    /** @param model the one that is going to read it */
    static List<ChatMessage> of(List<Message> messages, Dialect dialect, String model) {
        Conversation conversation = new Conversation(dialect, model);
        messages.forEach(conversation::add);
        conversation.release();
        return conversation.messages;
    }

    private void add(Message message) {
        switch (message.role()) {
            case SYSTEM -> addPlain(system(message.text()), message.text());
            case USER -> addPlain(UserMessage.from(filled(message.text())), filled(message.text()));
            case ASSISTANT -> addAssistant(message);
            case TOOL -> addResult(message);
        }
    }

    /** A blank message says nothing, and some services choke on it. */
    private void addPlain(ChatMessage message, String text) {
        if (!text.isBlank()) {
            (open.isEmpty() ? messages : held).add(message);
        }
    }

    private ChatMessage system(String text) {
        String said = filled(text);
        boolean first = messages.stream().allMatch(SystemMessage.class::isInstance);
        return dialect.systemAnywhere() || first
                ? SystemMessage.from(said)
                : UserMessage.from("<system>\n" + said + "\n</system>");
    }

    private void addAssistant(Message message) {
        release();
        List<ToolExecutionRequest> calls =
                message.toolCalls().stream().map(Conversation::request).toList();
        if (calls.isEmpty() && message.text().isBlank()) {
            return;
        }
        AiMessage.Builder answer =
                AiMessage.builder().toolExecutionRequests(calls).attributes(dialect.kept(message.metadata(), model));
        if (!message.text().isBlank()) {
            answer.text(message.text());
        }
        messages.add(answer.build());
        for (ToolCall call : message.toolCalls()) {
            toolNames.put(call.id(), call.name());
            open.add(call.id());
        }
    }

    private void addResult(Message message) {
        String id = message.toolCallId() == null ? "" : message.toolCallId();
        boolean isError = Boolean.TRUE.equals(message.metadata().get("is_error"));
        messages.add(dialect.toolResult(id, toolNames.getOrDefault(id, "tool"), filled(message.text()), isError));
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

    private static String filled(String text) {
        return text.isBlank() ? NOTHING : text;
    }
}
