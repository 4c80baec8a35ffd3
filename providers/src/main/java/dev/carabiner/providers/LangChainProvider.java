package dev.carabiner.providers;

import dev.carabiner.providers.LangChainProviderModule.Trait;
import dev.carabiner.runtime.provider.AnswerSink;
import dev.carabiner.runtime.provider.ModelAnswer;
import dev.carabiner.runtime.provider.ModelRequest;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException.Kind;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A model of LangChain4j as a provider. */
final class LangChainProvider implements Provider {

    private final LangChainProviderModule module;
    private final Settings settings;
    private final Failures failures;
    private final GuardedHttp http;
    private final Models models;

    LangChainProvider(LangChainProviderModule module, Settings settings) {
        this.module = module;
        this.settings = settings;
        this.failures = new Failures(module.name(), place(), settings.key(), settings.keySource());
        this.http = new GuardedHttp(module, settings, failures);
        this.models = Models.of(module, settings, http);
    }

    @Override
    public String name() {
        return module.name();
    }

    @Override
    public String model() {
        return settings.model();
    }

    @Override
    public ModelAnswer answer(ModelRequest request) throws InterruptedException {
        return asked(request, null);
    }

    @Override
    public ModelAnswer stream(ModelRequest request, AnswerSink pieces) throws InterruptedException {
        return asked(request, pieces);
    }

    @Override
    public void close() {
        http.close();
        models.close();
    }

    @Override
    public String toString() {
        return name() + " " + model() + " at " + place();
    }

    /** The address, or the class if only that is known. */
    private String place() {
        String simple = settings.modelClass().replaceFirst(".*\\.", "");
        return Objects.requireNonNullElse(settings.base(), simple);
    }

    private ModelAnswer asked(ModelRequest request, @Nullable AnswerSink pieces) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        ChatRequest chat = chat(request);
        ChatModel whole = models.whole();
        StreamingChatModel streaming = models.streaming();
        Call call = new Call(settings, failures, pieces);
        ChatResponse response = call.answer(
                streaming == null || (pieces == null && whole != null)
                        ? it -> it.onCompleteResponse(
                                Objects.requireNonNull(whole).chat(chat))
                        : it -> streaming.chat(chat, it));
        String finish =
                response.finishReason() == null ? "" : response.finishReason().name();
        return ModelAnswers.of(
                response,
                call.stopReason().isEmpty() ? finish.toLowerCase(Locale.ROOT) : call.stopReason(),
                Kept.of(response.aiMessage(), settings.model(), !module.has(Trait.NO_THOUGHTS_BACK)),
                failures);
    }

    private ChatRequest chat(ModelRequest request) {
        List<ChatMessage> messages = ChatHistory.of(request.messages(), module, settings.model());
        if (messages.isEmpty()) {
            throw failures.failed(Kind.REJECTED, "cannot be asked: a request without messages");
        }
        return ChatRequest.builder()
                .messages(messages)
                .toolSpecifications(request.tools().stream()
                        .map(tool -> Schemas.tool(tool, module.has(Trait.ANY_SCHEMA)))
                        .toList())
                .build();
    }
}
