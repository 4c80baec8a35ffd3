package dev.carabiner.langchain4j;

import dev.langchain4j.model.ModelProvider;
import dev.langchain4j.model.chat.Capability;
import dev.langchain4j.model.chat.ChatRequestOptions;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import java.util.List;
import java.util.Set;

/** The same as {@link HookedChatModel} for a model that answers piece by piece. */
record HookedStreamingModel(StreamingChatModel model, Invocations invocations) implements StreamingChatModel {

    @Override
    public void chat(ChatRequest request, StreamingChatResponseHandler handler) {
        chat(request, ChatRequestOptions.EMPTY, handler);
    }

    @Override
    public void chat(ChatRequest request, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        ask(
                new ServiceExchange(invocations, request, model.provider(), model.defaultRequestParameters()),
                options,
                handler);
    }

    private void ask(ServiceExchange exchange, ChatRequestOptions options, StreamingChatResponseHandler handler) {
        ChatRequest toSend = exchange.toSend();
        if (toSend == null) {
            handler.onCompleteResponse(exchange.denial());
        } else {
            model.chat(toSend, options, new HookedHandler(exchange, handler, () -> ask(exchange, options, handler)));
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
