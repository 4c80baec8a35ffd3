package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiChatModel;
import dev.langchain4j.model.googleai.GoogleAiGeminiStreamingChatModel;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Google Gemini's generateContent. */
final class GeminiDialect implements Dialect {

    /** LangChain4j's name for it. */
    private static final String ATTRIBUTE = "thinking_signature";

    /** The metadata's. */
    private static final String SIGNATURE = "thought_signature";

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
                .sendThinking(true)
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
                .sendThinking(true)
                .logRequests(false)
                .logResponses(false)
                .build();
    }

    /** Where there are several, LangChain4j does not tell which belongs to the call. */
    @Override
    public EventData toKeep(Map<String, Object> attributes, String model) {
        return attributes.get(ATTRIBUTE) instanceof String signature && !signature.contains("\n")
                ? EventData.of(SIGNATURE, EventData.of("model", model, "value", signature))
                : EventData.empty();
    }

    @Override
    public Map<String, Object> kept(Map<String, @Nullable Object> metadata, String model) {
        return metadata.get(SIGNATURE) instanceof Map<?, ?> signed
                        && model.equals(signed.get("model"))
                        && signed.get("value") instanceof String signature
                ? Map.of(ATTRIBUTE, signature)
                : Map.of();
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
