package dev.carabiner.springai;

import dev.carabiner.host.ModelName;
import dev.carabiner.host.ModelReply;
import dev.carabiner.host.Passage;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** One request to a model and its answer, as hooks see them. */
final class Exchange {

    private final ClientTurn turn;
    private final Prompt prompt;
    private final ModelName model;
    private final long began = System.nanoTime();

    Exchange(ClientTurn turn, Prompt prompt) {
        this.turn = turn;
        this.prompt = prompt;
        String name = prompt.getOptions() == null ? "" : prompt.getOptions().getModel();
        this.model = new ModelName("spring_ai", Objects.requireNonNullElse(name, ""));
    }

    ClientTurn turn() {
        return turn;
    }

    /** What is to be sent; null if nothing is, and then the turn's denial is the answer. */
    @Nullable
    ChatClientRequest toSend(ChatClientRequest request) {
        if (!turn.turn().looksAtRequests()) {
            return request;
        }
        List<Message> messages = SpringMessages.split(prompt.getInstructions());
        return switch (turn.turn().request(model, messages, tools(), SpringMessages.FORM)) {
            case Passage.Granted<List<Message>>(List<Message> settled) ->
                request.mutate()
                        .prompt(new Prompt(SpringMessages.joined(settled), prompt.getOptions()))
                        .build();
            case Passage.Refused<List<Message>>(String reason) -> {
                turn.deny(reason);
                yield null;
            }
        };
    }

    private List<String> tools() {
        return prompt.getOptions() instanceof ToolCallingChatOptions options && options.getToolCallbacks() != null
                ? options.getToolCallbacks().stream()
                        .map(it -> it.getToolDefinition().name())
                        .toList()
                : List.of();
    }

    ChatClientResponse answered(ChatClientResponse response) {
        ChatResponse answer = response.chatResponse();
        if (answer == null || answer.getResult() == null) {
            return response;
        }
        AssistantMessage message = answer.getResult().getOutput();
        String stop = answer.getResult().getMetadata().getFinishReason();
        if (isGranted(message, answer.getMetadata().getUsage(), Objects.requireNonNullElse(stop, ""))) {
            return response;
        }
        return response.mutate().chatResponse(Replies.denied(turn)).build();
    }

    boolean isGranted(AssistantMessage message, @Nullable Usage usage, String stop) {
        if (!turn.turn().looksAtResponses()) {
            turn.replied(Objects.requireNonNullElse(message.getText(), ""));
            return true;
        }
        ModelReply reply = new ModelReply(
                SpringMessages.shown(message),
                usage == null || usage.getPromptTokens() == null ? 0 : usage.getPromptTokens(),
                usage == null || usage.getCompletionTokens() == null ? 0 : usage.getCompletionTokens(),
                stop);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        return switch (turn.turn().response(model, reply, took)) {
            case Passage.Granted<ModelReply> granted -> {
                turn.replied(reply.message().text());
                yield true;
            }
            case Passage.Refused<ModelReply>(String reason) -> {
                turn.deny(reason);
                yield false;
            }
        };
    }

    void failed(Throwable problem) {
        turn.turn().modelFailed(model, problem);
    }
}
