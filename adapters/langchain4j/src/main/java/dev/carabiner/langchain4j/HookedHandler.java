package dev.carabiner.langchain4j;

import dev.carabiner.host.Passage;
import dev.carabiner.host.Turn;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Passes a streamed answer on as long as hooks let its pieces pass. Complete tool calls are held back until the whole
 * answer has been judged: the framework would run them at once.
 */
final class HookedHandler implements StreamingChatResponseHandler {

    private final ServiceExchange exchange;
    private final Turn turn;
    private final StreamingChatResponseHandler handler;
    private final Runnable again;
    private final List<CompleteToolCall> calls = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private @Nullable String denial;

    /** @param again asks the model once more, where the hooks send the service on */
    HookedHandler(ServiceExchange exchange, StreamingChatResponseHandler handler, Runnable again) {
        this.again = again;
        this.exchange = exchange;
        this.turn = exchange.invocation().turn();
        this.handler = handler;
    }

    /** Whether the piece may be passed on. */
    private boolean grows(String piece) {
        if (text.isEmpty() && !piece.isEmpty()) {
            judge(turn.blockStarts(0, "text"));
        }
        if (denial == null && !piece.isEmpty()) {
            text.append(piece);
            judge(turn.blockGrows(0, piece));
        }
        return denial == null;
    }

    private void judge(Passage<String> passage) {
        if (denial == null && passage instanceof Passage.Refused<String>(String reason)) {
            denial = reason;
        }
    }

    @Override
    public void onPartialResponse(String piece) {
        if (grows(piece)) {
            handler.onPartialResponse(piece);
        }
    }

    @Override
    public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
        if (grows(piece.text())) {
            handler.onPartialResponse(piece, context);
        }
    }

    @Override
    public void onPartialThinking(PartialThinking thought) {
        if (denial == null) {
            handler.onPartialThinking(thought);
        }
    }

    @Override
    public void onPartialThinking(PartialThinking thought, PartialThinkingContext context) {
        if (denial == null) {
            handler.onPartialThinking(thought, context);
        }
    }

    @Override
    public void onPartialToolCall(PartialToolCall call) {
        if (denial == null) {
            handler.onPartialToolCall(call);
        }
    }

    @Override
    public void onPartialToolCall(PartialToolCall call, PartialToolCallContext context) {
        if (denial == null) {
            handler.onPartialToolCall(call, context);
        }
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall call) {
        calls.add(call);
    }

    @Override
    public void onUnmappedRawEvent(Object event) {
        if (denial == null) {
            handler.onUnmappedRawEvent(event);
        }
    }

    @Override
    public void onCompleteResponse(ChatResponse response) {
        endBlocks(response);
        if (denial != null) {
            handler.onCompleteResponse(exchange.denied(denial));
            return;
        }
        ChatResponse settled = exchange.answered(response);
        if (exchange.isSentOn(settled)) {
            again.run();
            return;
        }
        if (exchange.invocation().run().denial() == null) {
            calls.forEach(handler::onCompleteToolCall);
        }
        handler.onCompleteResponse(settled);
    }

    private void endBlocks(ChatResponse response) {
        int index = 0;
        if (!text.isEmpty()) {
            if (denial == null) {
                judge(turn.blockEnds(index, "text", text.toString()));
            }
            index++;
        }
        if (response.aiMessage().toolExecutionRequests() == null) {
            return;
        }
        for (var request : response.aiMessage().toolExecutionRequests()) {
            String input = Objects.requireNonNullElse(request.arguments(), "");
            if (denial == null) {
                judge(turn.blockStarts(index, "tool_use"));
                judge(turn.blockGrows(index, input));
                judge(turn.blockEnds(index, "tool_use", input));
            }
            index++;
        }
    }

    @Override
    public void onError(Throwable error) {
        exchange.failed(error);
        handler.onError(error);
    }
}
