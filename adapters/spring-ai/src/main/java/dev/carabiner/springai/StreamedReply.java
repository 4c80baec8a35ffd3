package dev.carabiner.springai;

import dev.carabiner.host.Passage;
import dev.carabiner.host.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;

/**
 * Passes a streamed answer on as long as hooks let its pieces pass. Pieces with tool calls are held back until the whole
 * answer has been judged.
 */
final class StreamedReply {

    private final ClientExchange exchange;
    private final Turn turn;
    private final ChatClientRequest request;
    private final StringBuilder text = new StringBuilder();
    private final List<AssistantMessage.ToolCall> calls = new ArrayList<>();
    private final List<ChatClientResponse> held = new ArrayList<>();
    private @Nullable Usage usage;
    private String stop = "";
    private boolean denied;

    StreamedReply(ClientExchange exchange, ChatClientRequest request) {
        this.exchange = exchange;
        this.turn = exchange.turn().turn();
        this.request = request;
    }

    /** What of the piece is passed on now. */
    List<ChatClientResponse> piece(ChatClientResponse piece) {
        if (piece.chatResponse() != null) {
            note(piece.chatResponse());
        }
        if (denied || piece.chatResponse() == null || piece.chatResponse().getResult() == null) {
            return denied ? List.of() : List.of(piece);
        }
        AssistantMessage message = piece.chatResponse().getResult().getOutput();
        String more = Objects.requireNonNullElse(message.getText(), "");
        if (!more.isEmpty()) {
            if (text.isEmpty()) {
                judge(turn.blockStarts(0, "text"));
            }
            text.append(more);
            judge(turn.blockGrows(0, more));
        }
        if (denied) {
            return List.of();
        }
        if (message.hasToolCalls()) {
            calls.addAll(message.getToolCalls());
            held.add(piece);
            return List.of();
        }
        return List.of(piece);
    }

    /** What the answer has cost and why it ended comes with one of the pieces, mostly the last, which may have no text. */
    private void note(ChatResponse piece) {
        Usage told = piece.getMetadata().getUsage();
        if (told != null && told.getTotalTokens() != null && told.getTotalTokens() > 0) {
            usage = told;
        }
        String reason = piece.getResult() == null
                ? null
                : piece.getResult().getMetadata().getFinishReason();
        stop = reason == null || reason.isEmpty() ? stop : reason;
    }

    private void judge(Passage<String> passage) {
        if (!denied && passage instanceof Passage.Refused<String>(String reason)) {
            denied = true;
            exchange.turn().run().deny(reason);
        }
    }

    /** What comes last. */
    List<ChatClientResponse> end() {
        int index = 0;
        if (!text.isEmpty() && !denied) {
            judge(turn.blockEnds(index++, "text", text.toString()));
        }
        for (AssistantMessage.ToolCall call : calls) {
            if (!denied) {
                judge(turn.blockStarts(index, "tool_use"));
                judge(turn.blockGrows(index, call.arguments()));
                judge(turn.blockEnds(index++, "tool_use", call.arguments()));
            }
        }
        if (!denied && exchange.isGranted(whole(), usage, stop)) {
            return held;
        }
        denied = true;
        return List.of(Replies.denied(exchange.turn(), request));
    }

    private AssistantMessage whole() {
        return AssistantMessage.builder()
                .content(text.toString())
                .toolCalls(calls)
                .build();
    }

    /** Whether the hooks send the client on after this answer, which has ended. */
    boolean isSentOn() {
        return !denied && exchange.isSentOn(whole());
    }
}
