package dev.carabiner.springai;

import dev.carabiner.host.ModelName;
import dev.carabiner.host.ModelReply;
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
final class ClientExchange {

    private final ClientTurn turn;
    private final Prompt prompt;
    private final ModelName model;
    private volatile long began = System.nanoTime();

    ClientExchange(ClientTurn turn, Prompt prompt) {
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
        began = System.nanoTime();
        if (!turn.turn().looksAtRequests()) {
            return request;
        }
        List<Message> messages = SpringMessages.split(prompt.getInstructions());
        List<Message> settled = turn.run().request(model, messages, tools(), SpringMessages.FORM);
        return settled == null
                ? null
                : request.mutate()
                        .prompt(new Prompt(SpringMessages.joined(settled), prompt.getOptions()))
                        .build();
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
        String text = Objects.requireNonNullElse(message.getText(), "");
        boolean isGranted = turn.run().replied(model, text, () -> reply(message, usage, stop), began);
        if (isGranted && message.hasToolCalls()) {
            turn.answered(message.getToolCalls(), this::tools);
        }
        return isGranted;
    }

    /** Whether the hooks send the client on after this answer, which was granted: then it asks again. */
    boolean isSentOn(ChatClientResponse response) {
        ChatResponse answer = response.chatResponse();
        return answer != null
                && answer.getResult() != null
                && isSentOn(answer.getResult().getOutput());
    }

    boolean isSentOn(AssistantMessage answer) {
        return !answer.hasToolCalls()
                && turn.run().isSentOn(this::lastSent, Objects.requireNonNullElse(answer.getText(), ""));
    }

    private dev.carabiner.context.Message lastSent() {
        List<Message> messages = SpringMessages.split(prompt.getInstructions());
        return messages.isEmpty()
                ? dev.carabiner.context.Message.user("")
                : SpringMessages.FORM.shown(messages.getLast());
    }

    private static ModelReply reply(AssistantMessage message, @Nullable Usage usage, String stop) {
        return new ModelReply(
                SpringMessages.shown(message),
                usage == null || usage.getPromptTokens() == null ? 0 : usage.getPromptTokens(),
                usage == null || usage.getCompletionTokens() == null ? 0 : usage.getCompletionTokens(),
                stop);
    }

    void failed(Throwable problem) {
        turn.turn().modelFailed(model, problem);
    }
}
