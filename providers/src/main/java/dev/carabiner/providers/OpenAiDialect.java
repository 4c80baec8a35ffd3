package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiChatRequestParameters;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Chat completions, as OpenAI and many others serve them. */
final class OpenAiDialect implements Dialect {

    private static final String OPENAI = "https://api.openai.com/v1";

    @Override
    public String name() {
        return "provider-openai";
    }

    @Override
    public String exampleModel() {
        return "gpt-4.1";
    }

    @Override
    public String defaultAddress() {
        return OPENAI;
    }

    @Override
    public String defaultPath() {
        return "/v1";
    }

    @Override
    public List<String> addressVariables() {
        return List.of("OPENAI_BASE_URL");
    }

    @Override
    public List<String> keyVariables() {
        return List.of("OPENAI_API_KEY");
    }

    @Override
    public String keyHeader() {
        return "Authorization";
    }

    @Override
    public String keyPrefix() {
        return "Bearer ";
    }

    @Override
    public ChatModel model(ProviderSettings settings, HttpClientBuilder http) {
        return new OpenAiChatModel(new OpenAiChatModel.OpenAiChatModelBuilder()
                .httpClientBuilder(http)
                .baseUrl(settings.endpoint().base())
                .defaultRequestParameters(parameters(settings))
                .returnThinking(true)
                .maxRetries(0)
                .logRequests(false)
                .logResponses(false));
    }

    @Override
    public StreamingChatModel streamingModel(ProviderSettings settings, HttpClientBuilder http) {
        return new OpenAiStreamingChatModel(new OpenAiStreamingChatModel.OpenAiStreamingChatModelBuilder()
                .httpClientBuilder(http)
                .baseUrl(settings.endpoint().base())
                .defaultRequestParameters(parameters(settings))
                .returnThinking(true)
                .logRequests(false)
                .logResponses(false));
    }

    /** OpenAI's newer models refuse {@code max_tokens}; most others know nothing else. */
    private static ChatRequestParameters parameters(ProviderSettings settings) {
        OpenAiChatRequestParameters.Builder parameters = OpenAiChatRequestParameters.builder();
        if (settings.maxTokens() != null) {
            if (settings.endpoint().base().equals(OPENAI)) {
                parameters.maxCompletionTokens(settings.maxTokens());
            } else {
                parameters.maxOutputTokens(settings.maxTokens());
            }
        }
        if (settings.more().get("reasoning_effort") instanceof String effort) {
            parameters.reasoningEffort(effort);
        }
        return parameters.build();
    }

    @Override
    public @Nullable String stopReason(EventData piece) {
        return Pieces.text(piece, "choices", 0, "finish_reason");
    }

    @Override
    public boolean isLast(EventData piece) {
        return stopReason(piece) != null;
    }

    @Override
    public @Nullable String refusal(EventData piece) {
        String whole = Pieces.text(piece, "choices", 0, "message", "refusal");
        return whole == null ? Pieces.text(piece, "choices", 0, "delta", "refusal") : whole;
    }
}
