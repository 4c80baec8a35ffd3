package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicChatModel;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Anthropic's messages. */
final class AnthropicDialect implements Dialect {

    /** LangChain4j insists on a key; the exchange replaces it by the real one. */
    private static final String NO_KEY = "none";

    private static final int MAX_TOKENS = 8192;

    @Override
    public String name() {
        return "provider-anthropic";
    }

    @Override
    public String exampleModel() {
        return "claude-sonnet-4-5";
    }

    @Override
    public String defaultAddress() {
        return "https://api.anthropic.com/v1";
    }

    @Override
    public String defaultPath() {
        return "/v1";
    }

    @Override
    public List<String> addressVariables() {
        return List.of("ANTHROPIC_BASE_URL");
    }

    @Override
    public List<String> keyVariables() {
        return List.of("ANTHROPIC_API_KEY");
    }

    @Override
    public String keyHeader() {
        return "x-api-key";
    }

    /** A request must say it. */
    @Override
    public Integer defaultMaxTokens() {
        return MAX_TOKENS;
    }

    @Override
    public boolean systemAnywhere() {
        return false;
    }

    @Override
    public ChatModel model(ProviderSettings settings, HttpClientBuilder http) {
        return AnthropicChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.endpoint().base())
                .apiKey(NO_KEY)
                .maxTokens(settings.maxTokens())
                .returnThinking(true)
                .maxRetries(0)
                .logRequests(false)
                .logResponses(false)
                .build();
    }

    @Override
    public StreamingChatModel streamingModel(ProviderSettings settings, HttpClientBuilder http) {
        return AnthropicStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.endpoint().base())
                .apiKey(NO_KEY)
                .maxTokens(settings.maxTokens())
                .returnThinking(true)
                .logRequests(false)
                .logResponses(false)
                .build();
    }

    @Override
    public @Nullable String stopReason(EventData piece) {
        String whole = Pieces.text(piece, "stop_reason");
        return whole == null ? Pieces.text(piece, "delta", "stop_reason") : whole;
    }

    @Override
    public boolean isLast(EventData piece) {
        return "message_stop".equals(Pieces.text(piece, "type"));
    }
}
