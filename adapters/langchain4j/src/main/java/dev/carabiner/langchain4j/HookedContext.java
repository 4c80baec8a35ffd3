package dev.carabiner.langchain4j;

import dev.carabiner.host.Conversations;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.observability.api.event.AiServiceCompletedEvent;
import dev.langchain4j.observability.api.event.AiServiceErrorEvent;
import dev.langchain4j.observability.api.event.AiServiceRequestIssuedEvent;
import dev.langchain4j.observability.api.listener.AiServiceCompletedListener;
import dev.langchain4j.observability.api.listener.AiServiceErrorListener;
import dev.langchain4j.observability.api.listener.AiServiceRequestIssuedListener;
import dev.langchain4j.service.AiServiceContext;
import dev.langchain4j.service.memory.ChatMemoryService;

/** The context of a service under a policy. */
final class HookedContext extends AiServiceContext {

    private final Invocations invocations;

    HookedContext(Class<?> service, Conversations conversations) {
        super(service);
        invocations = new Invocations(this, conversations);
        toolService = new HookedToolService(this, invocations);
        eventListenerRegistrar.register((AiServiceRequestIssuedListener) this::issued);
        eventListenerRegistrar.register((AiServiceCompletedListener) this::completed);
        eventListenerRegistrar.register((AiServiceErrorListener) this::failed);
    }

    /** Models are set when the service is built, by agents also before each call; so they are wrapped at each call. Two threads wrap once. */
    synchronized void wrapModels() {
        if (chatModel != null && !(chatModel instanceof HookedChatModel)) {
            chatModel = new HookedChatModel(chatModel, invocations);
        }
        if (streamingChatModel != null && !(streamingChatModel instanceof HookedStreamingModel)) {
            streamingChatModel = new HookedStreamingModel(streamingChatModel, invocations);
        }
    }

    private void issued(AiServiceRequestIssuedEvent event) {
        invocations.issued(event.request(), event.invocationContext());
    }

    private void completed(AiServiceCompletedEvent event) {
        invocations.completed(event.invocationContext());
    }

    private void failed(AiServiceErrorEvent event) {
        invocations.failed(event.invocationContext(), event.error());
    }

    @Override
    public void initChatMemories(ChatMemory chatMemory) {
        super.initChatMemories(chatMemory);
    }

    /** With the memory of a conversation goes its session. */
    @Override
    public void initChatMemories(ChatMemoryProvider provider) {
        chatMemoryService = new ChatMemoryService(provider) {
            @Override
            public ChatMemory evictChatMemory(Object memoryId) {
                invocations.forget(memoryId);
                return super.evictChatMemory(memoryId);
            }
        };
    }
}
