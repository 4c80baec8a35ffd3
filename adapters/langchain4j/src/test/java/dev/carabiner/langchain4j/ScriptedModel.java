package dev.carabiner.langchain4j;

import dev.carabiner.adapter.scenario.ScenarioScript;
import dev.carabiner.context.ToolCall;
import dev.carabiner.json.EventDataJson;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** A model that plays a script, in one piece or word by word, and remembers what it was sent. */
final class ScriptedModel implements ChatModel {

    private final Supplier<AiMessage> answers;
    private final List<ChatRequest> requests = new CopyOnWriteArrayList<>();

    private ScriptedModel(Supplier<AiMessage> answers) {
        this.answers = answers;
    }

    static ScriptedModel of(AiMessage... script) {
        Queue<AiMessage> left = new ConcurrentLinkedQueue<>(List.of(script));
        return new ScriptedModel(() -> {
            AiMessage next = left.poll();
            return next == null ? AiMessage.from("done") : next;
        });
    }

    static ScriptedModel playing(ScenarioScript script) {
        return new ScriptedModel(() -> {
            ScenarioScript.Answer answer = script.next();
            return answer.calls().isEmpty()
                    ? AiMessage.from(answer.text())
                    : AiMessage.from(
                            answer.calls().stream().map(ScriptedModel::request).toList());
        });
    }

    static AiMessage calls(String... idNameArguments) {
        List<ToolExecutionRequest> all = new ArrayList<>();
        for (int i = 0; i < idNameArguments.length; i += 3) {
            all.add(ToolExecutionRequest.builder()
                    .id(idNameArguments[i])
                    .name(idNameArguments[i + 1])
                    .arguments(idNameArguments[i + 2])
                    .build());
        }
        return AiMessage.from(all);
    }

    private static ToolExecutionRequest request(ToolCall call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.name())
                .arguments(EventDataJson.write(call.input()))
                .build();
    }

    List<ChatRequest> requests() {
        return requests;
    }

    /** The messages of a request, counted from 1. */
    List<ChatMessage> sent(int request) {
        return requests.get(request - 1).messages();
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
        requests.add(request);
        AiMessage answer = answers.get();
        return ChatResponse.builder()
                .aiMessage(answer)
                .tokenUsage(new TokenUsage(10, 5))
                .finishReason(answer.hasToolExecutionRequests() ? FinishReason.TOOL_EXECUTION : FinishReason.STOP)
                .build();
    }

    /** The same script piece by piece, on a thread of the model's own. */
    StreamingChatModel streaming() {
        return new StreamingChatModel() {
            @Override
            public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                Thread.ofVirtual().start(() -> stream(ScriptedModel.this.doChat(request), handler));
            }
        };
    }

    private static void stream(ChatResponse response, StreamingChatResponseHandler handler) {
        try {
            AiMessage answer = response.aiMessage();
            if (answer.text() != null) {
                for (String word : answer.text().split("(?<= )", -1)) {
                    handler.onPartialResponse(word);
                }
            }
            int index = 0;
            for (ToolExecutionRequest call : answer.toolExecutionRequests()) {
                handler.onCompleteToolCall(new CompleteToolCall(index++, call));
            }
            handler.onCompleteResponse(response);
        } catch (RuntimeException e) {
            handler.onError(e);
        }
    }
}
