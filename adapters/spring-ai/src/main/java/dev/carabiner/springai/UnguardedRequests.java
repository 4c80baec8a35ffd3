package dev.carabiner.springai;

import dev.carabiner.host.Conversation;
import dev.carabiner.host.Conversations;
import dev.carabiner.session.ToolAnswer;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.util.CollectionUtils;
import reactor.core.publisher.Flux;

/**
 * Around a model: notices requests that offer tools and come from a client without hooks, whose tools would run past them.
 * Emits {@code policy:violation} for each, and answers it with the reason if it is to be denied.
 */
public final class UnguardedRequests implements MethodInterceptor {

    private static final String REASON =
            "This client has tools and no hooks; make it from the application's ChatClient.Builder, or with CarabinerAdvisors";

    private final Conversations conversations;
    private final boolean denies;

    /** @param denies whether the model is kept from answering such a request */
    public UnguardedRequests(Conversations conversations, boolean denies) {
        this.conversations = conversations;
        this.denies = denies;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation call) throws Throwable {
        boolean isRequest = call.getArguments().length == 1
                && call.getArguments()[0] instanceof Prompt prompt
                && isUnguarded(prompt);
        if (!isRequest) {
            return call.proceed();
        }
        Conversation past = conversations.of("past-the-hooks");
        past.violation(REASON, "provider:request", null);
        if (!denies) {
            return call.proceed();
        }
        ChatResponse denial =
                new ChatResponse(List.of(new Generation(new AssistantMessage(ToolAnswer.denial(REASON)))));
        return call.getMethod().getReturnType() == Flux.class ? Flux.just(denial) : denial;
    }

    private static boolean isUnguarded(Prompt prompt) {
        return ClientTurn.of(prompt) == null
                && prompt.getOptions() instanceof ToolCallingChatOptions options
                && !CollectionUtils.isEmpty(options.getToolCallbacks());
    }
}
