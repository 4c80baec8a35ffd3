package dev.carabiner.providers;

import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Any service that LangChain4j can talk to. Each call has an exchange and a LangChain4j model of its own, both without
 * cost next to the call itself, so that calls share nothing but the connections.
 */
final class LangChainProvider implements Provider {

    private final Dialect dialect;
    private final ProviderSettings settings;
    private final Failures failures;
    private final Wire wire;

    LangChainProvider(Dialect dialect, ProviderSettings settings) {
        this.dialect = dialect;
        this.settings = settings;
        this.failures = new Failures(dialect, settings.endpoint());
        this.wire = new Wire(dialect, settings, failures);
    }

    @Override
    public String name() {
        return dialect.name();
    }

    @Override
    public String model() {
        return settings.model();
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws InterruptedException {
        ChatRequest chat = chat(request);
        Exchange exchange = new Exchange(wire, dialect, failures);
        ChatResponse response = null;
        try {
            response = dialect.model(settings, exchange.builder()).chat(chat);
        } catch (RuntimeException e) {
            exchange.failedWith(e);
        }
        return whole(exchange, response);
    }

    @Override
    public ModelAnswer stream(ModelRequest request, AnswerSink pieces) throws InterruptedException {
        ChatRequest chat = chat(request);
        Exchange exchange = new Exchange(wire, dialect, failures);
        Blocks blocks = new Blocks(pieces, exchange);
        try {
            dialect.streamingModel(settings, exchange.builder()).chat(chat, blocks);
        } catch (RuntimeException e) {
            exchange.failedWith(e);
        }
        return whole(exchange, blocks.answer());
    }

    @Override
    public void close() {
        wire.close();
    }

    @Override
    public String toString() {
        return name() + " " + model() + " at " + settings.endpoint().base();
    }

    private ModelAnswer whole(Exchange exchange, @Nullable ChatResponse response) throws InterruptedException {
        exchange.check();
        if (response == null) {
            throw failures.malformed("no answer in it");
        }
        ModelAnswer answer = new Answers(dialect, settings.model(), failures).answer(response, exchange.stopReason());
        if (answer.text().isEmpty()
                && answer.toolCalls().isEmpty()
                && answer.stopReason().isEmpty()) {
            throw failures.malformed("no answer in it");
        }
        return answer;
    }

    private ChatRequest chat(ModelRequest request) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        List<ChatMessage> messages = Conversation.of(request.messages(), dialect, settings.model());
        if (messages.isEmpty()) {
            throw failures.refused("a request without messages");
        }
        Schemas schemas = new Schemas(dialect.anySchema());
        ChatRequest.Builder chat = ChatRequest.builder()
                .messages(messages)
                .modelName(settings.model())
                .toolSpecifications(request.tools().stream().map(schemas::tool).toList());
        if (settings.temperature() != null) {
            chat.temperature(settings.temperature());
        }
        if (settings.topP() != null) {
            chat.topP(settings.topP());
        }
        if (!settings.stop().isEmpty()) {
            chat.stopSequences(settings.stop());
        }
        return chat.build();
    }
}
