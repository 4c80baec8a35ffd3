package dev.carabiner.langchain4j;

import dev.carabiner.display.Throwables;
import dev.carabiner.host.Conversations;
import dev.carabiner.host.Passage;
import dev.carabiner.host.PromptRun;
import dev.carabiner.host.Turn;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.memory.ChatMemoryService;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/** The calls of one service that are under way, and the conversations that they belong to. */
final class Invocations {

    /** A request that the framework is about to send, on the thread that sends it. */
    private record Issued(ChatRequest request, ServiceInvocation invocation) {}

    private static final ThreadLocal<@Nullable Issued> ISSUED = new ThreadLocal<>();

    private final HookedContext service;
    private final String prefix;
    private final Conversations conversations;

    /** Weak, because a stream that is never started or never ends is never reported. */
    private final Map<UUID, ServiceInvocation> open = Collections.synchronizedMap(new WeakHashMap<>());

    Invocations(HookedContext service, Conversations conversations) {
        this.service = service;
        this.prefix = service.aiServiceClass.getSimpleName() + ".";
        this.conversations = conversations;
    }

    /** Begins the turn of a call and submits its prompt. */
    ServiceInvocation begin(InvocationContext context, UserMessage prompt) {
        String text = LangChainMessages.prompt(prompt);
        ServiceInvocation invocation = invocation(context, prompt, text);
        open.put(context.invocationId(), invocation);
        switch (invocation.turn().submit(text)) {
            case Passage.Granted<String>(String settled) -> {
                if (!settled.equals(text)) {
                    invocation.settle(LangChainMessages.withText(prompt, settled));
                }
            }
            case Passage.Refused<String>(String reason) -> invocation.run().deny(reason);
        }
        return invocation;
    }

    private ServiceInvocation invocation(InvocationContext context, UserMessage prompt, String text) {
        Turn delegating = Turn.current();
        String scope = AgenticScopes.idOf(context);
        if (delegating != null) {
            return new ServiceInvocation(
                    PromptRun.delegated(delegating.conversation(), agent(), text, ServiceInvocation.ORCHESTRATOR),
                    prompt);
        }
        if (scope != null) {
            return new ServiceInvocation(
                    PromptRun.delegated(
                            conversations, "agentic." + scope, agent(), text, ServiceInvocation.ORCHESTRATOR),
                    prompt);
        }
        boolean isAlone = !service.hasChatMemory() && ChatMemoryService.DEFAULT.equals(context.chatMemoryId());
        String id = key(isAlone ? context.invocationId() : context.chatMemoryId());
        Runnable afterwards = isAlone ? () -> conversations.end(id) : () -> {};
        return new ServiceInvocation(
                PromptRun.in(conversations.turn(id), ServiceInvocation.ORCHESTRATOR, afterwards), prompt);
    }

    private String agent() {
        return service.aiServiceClass.getSimpleName();
    }

    private String key(Object memoryId) {
        return prefix + memoryId;
    }

    void forget(Object memoryId) {
        conversations.end(key(memoryId));
    }

    @Nullable
    ServiceInvocation of(InvocationContext context) {
        return open.get(context.invocationId());
    }

    void issued(ChatRequest request, InvocationContext context) {
        ServiceInvocation invocation = of(context);
        if (invocation != null) {
            ISSUED.set(new Issued(request, invocation));
        }
    }

    /**
     * The call that a request belongs to.
     *
     * @throws IllegalStateException if it does not come from the service: what no session knows is not sent
     */
    @SuppressWarnings("ReferenceEquality") // the very request that was announced on this thread
    ServiceInvocation sending(ChatRequest request) {
        Issued last = ISSUED.get();
        ISSUED.remove();
        if (last == null || last.request() != request) {
            throw new IllegalStateException("A request to the model of " + service.aiServiceClass.getSimpleName()
                    + " comes from no call of the service; ask a model of your own instead");
        }
        return last.invocation();
    }

    void completed(InvocationContext context) {
        ServiceInvocation invocation = open.remove(context.invocationId());
        if (invocation != null) {
            PromptMemory.forgetDenial(service, context, invocation);
            invocation.run().end();
        }
    }

    void failed(InvocationContext context, Throwable error) {
        ServiceInvocation invocation = open.remove(context.invocationId());
        if (invocation != null) {
            invocation.run().failed(Throwables.inWords(error));
        }
    }
}
