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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What LangChain4j made of an answer, in our words. A model's tool calls are taken as they are or not at all. */
final class Answers {

    private final Dialect dialect;
    private final String model;
    private final Failures failures;

    Answers(Dialect dialect, String model, Failures failures) {
        this.dialect = dialect;
        this.model = model;
        this.failures = failures;
    }

    ModelAnswer answer(ChatResponse response, String stopReason) {
        AiMessage message = response.aiMessage();
        String text = message.text() == null ? "" : message.text();
        return new ModelAnswer(
                text,
                calls(message),
                usage(response.tokenUsage()),
                stopReason,
                dialect.toKeep(message.attributes(), model));
    }

    private List<ToolCall> calls(AiMessage message) {
        List<ToolCall> calls = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (ToolExecutionRequest request : message.toolExecutionRequests()) {
            if (request.name() == null || request.name().isBlank()) {
                throw failures.malformed("a tool call without a name");
            }
            String id = request.id();
            if (id == null || id.isBlank() || !ids.add(id)) {
                id = "call_" + UUID.randomUUID(); // some services give none, or the same to each
            }
            calls.add(new ToolCall(id, request.name(), input(request)));
        }
        return calls;
    }

    private EventData input(ToolExecutionRequest request) {
        String arguments = request.arguments();
        if (arguments == null || arguments.isBlank()) {
            return EventData.empty(); // how some services say that there are none
        }
        try {
            return EventDataJson.read(arguments);
        } catch (InvalidJsonException e) {
            throw failures.malformed("the input for " + request.name() + " is not a JSON object: " + e.getMessage());
        }
    }

    private static Usage usage(@Nullable TokenUsage usage) {
        if (usage == null) {
            return Usage.NONE;
        }
        return new Usage(count(usage.inputTokenCount()), count(usage.outputTokenCount()));
    }

    private static int count(@Nullable Integer tokens) {
        return tokens == null || tokens < 0 ? 0 : tokens;
    }
}
