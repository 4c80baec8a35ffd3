package dev.carabiner.providers;

import dev.carabiner.runtime.provider.AnswerSink;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Cuts LangChain4j's callbacks into blocks that follow one another. They all come on the thread that called, since the
 * exchange reads there. What the sink throws is kept, not thrown: LangChain4j would log it and go on.
 */
final class Blocks implements StreamingChatResponseHandler {

    private static final int NO_TOOL = -1;

    private final AnswerSink sink;
    private final Exchange exchange;
    private final Set<Integer> toolsSeen = new HashSet<>();
    private final StringBuilder text = new StringBuilder();
    private String type = "";
    private int tool = NO_TOOL;
    private int index = -1;
    private @Nullable ChatResponse answer;

    Blocks(AnswerSink sink, Exchange exchange) {
        this.sink = sink;
        this.exchange = exchange;
    }

    /** The whole, or null if it did not come. */
    @Nullable
    ChatResponse answer() {
        return answer;
    }

    @Override
    public void onPartialResponse(String piece) {
        guarded(() -> add("text", NO_TOOL, piece));
    }

    @Override
    public void onPartialThinking(PartialThinking piece) {
        guarded(() -> add("thinking", NO_TOOL, piece.text()));
    }

    @Override
    public void onPartialToolCall(PartialToolCall piece) {
        guarded(() -> add("tool_use", piece.index(), piece.partialArguments()));
    }

    @Override
    public void onCompleteToolCall(CompleteToolCall call) {
        guarded(() -> {
            if (!toolsSeen.contains(call.index())) {
                add("tool_use", call.index(), call.toolExecutionRequest().arguments());
            }
            end();
        });
    }

    @Override
    public void onCompleteResponse(ChatResponse whole) {
        guarded(() -> {
            end();
            answer = whole;
        });
    }

    @Override
    public void onError(Throwable cause) {
        exchange.failedWith(cause);
    }

    private void add(String blockType, int toolIndex, String piece) {
        if (!type.equals(blockType) || tool != toolIndex) {
            end();
            type = blockType;
            tool = toolIndex;
            index++;
            if (toolIndex != NO_TOOL) {
                toolsSeen.add(toolIndex);
            }
            sink.start(index, blockType);
        }
        text.append(piece);
        sink.delta(index, piece);
    }

    private void end() {
        if (type.isEmpty()) {
            return;
        }
        String ended = type;
        String whole = text.toString();
        type = "";
        tool = NO_TOOL;
        text.setLength(0);
        sink.end(index, ended, whole);
    }

    private void guarded(Runnable step) {
        if (exchange.failed()) {
            return;
        }
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            exchange.fail(e);
        }
    }
}
