package dev.carabiner.springai;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;

/** Answers that no model gave. */
final class Replies {

    private Replies() {}

    /** An answer that ends the client's loop: the reason, and no tool. */
    static ChatClientResponse denied(ClientTurn turn, ChatClientRequest request) {
        return ChatClientResponse.builder()
                .chatResponse(denied(turn))
                .context(request.context())
                .build();
    }

    static ChatResponse denied(ClientTurn turn) {
        String reason = Objects.requireNonNullElse(turn.run().denial(), "Denied by a hook");
        return new ChatResponse(List.of(new Generation(new AssistantMessage(reason))));
    }

    /** The response without the turn, which stays inside. */
    static ChatClientResponse without(ChatClientResponse response) {
        if (!response.context().containsKey(ClientTurn.KEY)) {
            return response;
        }
        Map<String, @Nullable Object> context = new HashMap<>(response.context());
        context.remove(ClientTurn.KEY);
        return ChatClientResponse.builder()
                .chatResponse(response.chatResponse())
                .context(context)
                .build();
    }
}
