package dev.carabiner.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The model of a service: hooks see each request before it is sent, and each answer before the service does. */
record HookedChatModel(ChatModel model, Invocations invocations) implements ChatModel {

    @Override
    public ChatResponse chat(ChatRequest request) {
        return exchange(request, model::chat);
    }

    @Override
    public ChatResponse chat(ChatRequest request, ChatRequestOptions options) {
        return exchange(request, toSend -> model.chat(toSend, options));
    }

    private ChatResponse exchange(ChatRequest request, Function<ChatRequest, ChatResponse> asking) {
        ServiceExchange exchange =
                new ServiceExchange(invocations, request, model.provider(), model.defaultRequestParameters());
        ChatResponse response;
        do {
            ChatRequest toSend = exchange.toSend();
            response = toSend == null ? exchange.denial() : exchange.answered(answer(exchange, toSend, asking));
        } while (exchange.isSentOn(response));
        return response;
    }

    private static ChatResponse answer(
            ServiceExchange exchange, ChatRequest toSend, Function<ChatRequest, ChatResponse> asking) {
        try {
            return asking.apply(toSend);
        } catch (RuntimeException e) {
            exchange.failed(e);
            throw e;
        }
    }

    @Override
    public ChatRequestParameters defaultRequestParameters() {
        return model.defaultRequestParameters();
    }

    @Override
    public List<ChatModelListener> listeners() {
        return model.listeners();
    }

    @Override
    public ModelProvider provider() {
        return model.provider();
    }

    @Override
    public Set<Capability> supportedCapabilities() {
        return model.supportedCapabilities();
    }
}
