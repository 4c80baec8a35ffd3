package dev.carabiner.runtime.provider.langchain;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Google Gemini's generateContent. */
final class GeminiDialect implements Dialect {

    /** Models from the third generation on, which want their thoughts back with their calls. */
    private static final Pattern SIGNING = Pattern.compile("gemini-([3-9]|[1-9][0-9]+)\\b.*");

    @Override
    public String name() {
        return "provider-gemini";
    }

    @Override
    public String exampleModel() {
        return "gemini-2.5-pro";
    }

    @Override
    public String defaultAddress() {
        return "https://generativelanguage.googleapis.com/v1beta";
    }

    @Override
    public String defaultPath() {
        return "/v1beta";
    }

    @Override
    public List<String> keyVariables() {
        return List.of("GEMINI_API_KEY", "GOOGLE_API_KEY");
    }

    @Override
    public String keyHeader() {
        return "x-goog-api-key";
    }

    @Override
    public boolean systemAnywhere() {
        return false;
    }

    @Override
    public boolean anySchema() {
        return false;
    }

    @Override
    public ChatModel model(ProviderSettings settings, HttpClientBuilder http) {
        return GoogleAiGeminiChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.endpoint().base())
                .maxOutputTokens(settings.maxTokens())
                .returnThinking(true)
                .maxRetries(0)
                .logRequests(false)
                .logResponses(false)
                .build();
    }

    @Override
    public StreamingChatModel streamingModel(ProviderSettings settings, HttpClientBuilder http) {
        return GoogleAiGeminiStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(settings.endpoint().base())
                .maxOutputTokens(settings.maxTokens())
                .returnThinking(true)
                .logRequests(false)
                .logResponses(false)
                .build();
    }

    @Override
    public String request(String body, String model) {
        return EventDataJson.write(
                new GeminiContents(SIGNING.matcher(model).matches()).corrected(EventDataJson.read(body)));
    }

    @Override
    public @Nullable String stopReason(EventData piece) {
        return Pieces.text(piece, "candidates", 0, "finishReason");
    }

    @Override
    public boolean isLast(EventData piece) {
        return stopReason(piece) != null;
    }

    @Override
    public @Nullable String refusal(EventData piece) {
        String reason = Pieces.text(piece, "promptFeedback", "blockReason");
        return reason == null ? null : "the prompt was blocked: " + reason;
    }
}
