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

    private interface Sending {
        ChatResponse send(ChatRequest request);
    }

    private ChatResponse exchange(ChatRequest request, Sending sending) {
        Exchange exchange =
                new Exchange(invocations.sending(request), request, model.provider(), model.defaultRequestParameters());
        ChatRequest toSend = exchange.toSend();
        if (toSend == null) {
            return exchange.denial();
        }
        ChatResponse response;
        try {
            response = sending.send(toSend);
        } catch (RuntimeException e) {
            exchange.failed(e);
            throw e;
        }
        return exchange.answered(response);
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
