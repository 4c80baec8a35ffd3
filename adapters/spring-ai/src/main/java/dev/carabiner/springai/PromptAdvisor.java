package dev.carabiner.springai;

import dev.carabiner.display.Throwables;
import dev.carabiner.host.Conversations;
import dev.carabiner.host.Passage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.client.advisor.api.CallAdvisor;
import org.springframework.ai.chat.client.advisor.api.CallAdvisorChain;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisor;
import org.springframework.ai.chat.client.advisor.api.StreamAdvisorChain;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.core.Ordered;
import reactor.core.publisher.Flux;

/**
 * Begins and ends the turn of a prompt. It stands before the memory advisor, so that a prompt that was denied is not
 * remembered, and one that was changed is remembered as it was changed.
 */
final class PromptAdvisor implements CallAdvisor, StreamAdvisor {

    private final Conversations conversations;

    PromptAdvisor(Conversations conversations) {
        this.conversations = conversations;
    }

    @Override
    public ChatClientResponse adviseCall(ChatClientRequest request, CallAdvisorChain chain) {
        ClientTurn turn = begin(request);
        try {
            ChatClientRequest submitted = submit(turn, request);
            ChatClientResponse response = submitted == null ? Replies.denied(turn, request) : chain.nextCall(submitted);
            tellDirect(turn, response);
            turn.run().end();
            return Replies.without(response);
        } catch (RuntimeException | Error e) {
            turn.run().failed(Throwables.inWords(e));
            throw e;
        }
    }

    @Override
    public Flux<ChatClientResponse> adviseStream(ChatClientRequest request, StreamAdvisorChain chain) {
        return Flux.defer(() -> {
            ClientTurn turn = begin(request);
            return Flux.defer(() -> pieces(turn, request, chain))
                    .doOnNext(it -> tellDirect(turn, it))
                    .map(Replies::without)
                    .doOnComplete(turn.run()::end)
                    .doOnError(e -> turn.run().failed(Throwables.inWords(e)))
                    .doOnCancel(() -> turn.run().failed("Cancelled"));
        });
    }

    private static Flux<ChatClientResponse> pieces(
            ClientTurn turn, ChatClientRequest request, StreamAdvisorChain chain) {
        ChatClientRequest submitted = submit(turn, request);
        return submitted == null ? Flux.just(Replies.denied(turn, request)) : chain.nextStream(submitted);
    }

    /** A result that goes to the user in the place of an answer. */
    private static void tellDirect(ClientTurn turn, ChatClientResponse response) {
        if (response.chatResponse() == null) {
            return;
        }
        response.chatResponse().getResults().stream()
                .map(Generation::getMetadata)
                .filter(it -> ToolExecutionResult.FINISH_REASON.equals(it.getFinishReason()))
                .forEach(it -> turn.turn().hasResult(it.get(ToolExecutionResult.METADATA_TOOL_ID)));
    }

    private ClientTurn begin(ChatClientRequest request) {
        return ClientTurn.begin(conversations, request.context(), text(request.prompt()));
    }

    /** Null if it was refused. */
    private static @Nullable ChatClientRequest submit(ClientTurn turn, ChatClientRequest request) {
        String text = text(request.prompt());
        return switch (turn.turn().submit(text)) {
            case Passage.Granted<String>(String settled) ->
                turn.in(request, settled.equals(text) ? request.prompt() : withText(request.prompt(), settled));
            case Passage.Refused<String>(String reason) -> {
                turn.run().deny(reason);
                yield null;
            }
        };
    }

    private static String text(Prompt prompt) {
        int last = lastUser(prompt.getInstructions());
        return last < 0
                ? ""
                : Objects.requireNonNullElse(prompt.getInstructions().get(last).getText(), "");
    }

    private static Prompt withText(Prompt prompt, String text) {
        List<Message> messages = new ArrayList<>(prompt.getInstructions());
        int last = lastUser(messages);
        if (last >= 0 && messages.get(last) instanceof UserMessage user) {
            messages.set(last, user.mutate().text(text).build());
        }
        return new Prompt(messages, prompt.getOptions());
    }

    private static int lastUser(List<Message> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            if (messages.get(i) instanceof UserMessage) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String getName() {
        return "Carabiner Prompt Advisor";
    }

    /** Before every tool loop of the framework, which takes no order as high: a loop outside would run tools past the turn. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }
}
