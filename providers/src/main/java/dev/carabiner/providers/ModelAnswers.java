package dev.carabiner.providers;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.json.InvalidJsonException;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.Usage;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** LangChain4j's answers as this project names their parts. */
final class ModelAnswers {

    private ModelAnswers() {}

    /** @throws dev.carabiner.runtime.provider.ProviderException if there is nothing in it, or a call of no tool */
    static ModelAnswer of(ChatResponse response, String stopReason, EventData metadata, Failures failures) {
        AiMessage message = response.aiMessage();
        String text = message.text() == null ? "" : message.text();
        List<ToolCall> calls = new ArrayList<>();
        Map<Integer, String> faulty = new HashMap<>();
        Set<String> ids = new HashSet<>();
        for (ToolExecutionRequest request : message.toolExecutionRequests()) {
            if (request.name() == null || request.name().isBlank()) {
                throw failures.malformed("a tool call without a name");
            }
            String id = request.id();
            if (id == null || id.isBlank() || !ids.add(id)) {
                id = "call_" + UUID.randomUUID(); // some services give none, or the same to each
            }
            EventData input = EventData.empty();
            try {
                input = input(request.arguments());
            } catch (InvalidJsonException e) {
                faulty.put(calls.size(), String.valueOf(e.getMessage()));
            }
            calls.add(new ToolCall(id, request.name(), input));
        }
        if (text.isEmpty() && calls.isEmpty() && stopReason.isEmpty()) {
            throw failures.malformed("no answer in it");
        }
        return new ModelAnswer(text, calls, usage(response.tokenUsage()), stopReason, metadata, faulty);
    }

    /** Nothing is how some services say that there are no arguments. */
    private static EventData input(@Nullable String arguments) {
        return arguments == null || arguments.isBlank() ? EventData.empty() : EventDataJson.read(arguments);
    }

    private static Usage usage(@Nullable TokenUsage usage) {
        return usage == null ? Usage.NONE : new Usage(count(usage.inputTokenCount()), count(usage.outputTokenCount()));
    }

    private static int count(@Nullable Integer tokens) {
        return tokens == null || tokens < 0 ? 0 : tokens;
    }
}
