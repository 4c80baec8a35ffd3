package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.ollama.OllamaChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Ollama's own chat interface. */
final class OllamaDialect implements Dialect {

    private static final int PORT = 11434;

    @Override
    public String name() {
        return "provider-ollama";
    }

    @Override
    public String exampleModel() {
        return "qwen3:8b";
    }

    @Override
    public String defaultAddress() {
        return "http://127.0.0.1:" + PORT;
    }

    @Override
    public String defaultPath() {
        return "";
    }

    @Override
    public List<String> addressVariables() {
        return List.of("OLLAMA_HOST");
    }

    /** Ollama's own variable may leave out scheme and port, and is also what its server listens on. */
    @Override
    public String addressFrom(String value) {
        boolean bare = !value.contains("://");
        String address = bare ? "http://" + value : value;
        address = address.replaceFirst("//0\\.0\\.0\\.0(?=[:/]|$)", "//127.0.0.1");
        return bare && !address.matches(".*:[0-9]+/*") ? address.replaceFirst("/*$", ":" + PORT) : address;
    }

    @Override
    public List<String> keyVariables() {
        return List.of("OLLAMA_API_KEY");
    }

    @Override
    public boolean needsKey() {
        return false;
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
        return new OllamaChatModel(new OllamaChatModel.OllamaChatModelBuilder()
                .httpClientBuilder(http)
                .baseUrl(settings.endpoint().base())
                .modelName(settings.model())
                .numPredict(settings.maxTokens())
                .numCtx(settings.number("num_ctx"))
                .returnThinking(true)
                .maxRetries(0)
                .logRequests(false)
                .logResponses(false));
    }

    @Override
    public StreamingChatModel streamingModel(ProviderSettings settings, HttpClientBuilder http) {
        return new OllamaStreamingChatModel(new OllamaStreamingChatModel.OllamaStreamingChatModelBuilder()
                .httpClientBuilder(http)
                .baseUrl(settings.endpoint().base())
                .modelName(settings.model())
                .numPredict(settings.maxTokens())
                .numCtx(settings.number("num_ctx"))
                .returnThinking(true)
                .logRequests(false)
                .logResponses(false));
    }

    /** LangChain4j leaves the tool's name out, so that two results could be taken for each other. */
    @Override
    public ChatMessage toolResult(String id, String tool, String text, boolean isError) {
        return CustomMessage.from(Map.of("role", "tool", "tool_name", tool, "content", text));
    }

    @Override
    public @Nullable String stopReason(EventData piece) {
        return Pieces.text(piece, "done_reason");
    }

    @Override
    public boolean isLast(EventData piece) {
        return Boolean.TRUE.equals(piece.get("done"));
    }
}
