package dev.carabiner.providers;

import dev.carabiner.session.ConfigType;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.CustomMessage;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Models that run on Ollama, on this machine or another. */
public final class OllamaProviderModule extends LangChainProviderModule {

    private static final int PORT = 11434;

    /** For the service loader. */
    public OllamaProviderModule() {
        super(new Preset(
                "provider-ollama",
                "Models served by Ollama.",
                "dev.langchain4j.model.ollama.OllamaStreamingChatModel",
                "qwen3:8b",
                "http://127.0.0.1:" + PORT,
                "OLLAMA_HOST",
                List.of("OLLAMA_API_KEY"),
                Map.of("num_ctx", ConfigType.NUMBER),
                Set.of(Trait.SYSTEM_ANYWHERE, Trait.ANY_SCHEMA)));
    }

    /** Ollama's own variable may leave out scheme and port, and is also what its server listens on. */
    @Override
    String addressFrom(String value) {
        boolean bare = !value.contains("://");
        String address = bare ? "http://" + value : value;
        address = address.replaceFirst("//0\\.0\\.0\\.0(?=[:/]|$)", "//127.0.0.1");
        return bare && !address.matches(".*:[0-9]+/*") ? address.replaceFirst("/*$", ":" + PORT) : address;
    }

    /** The builder has no setter for a key. */
    @Override
    void setKey(ModelBuilder model, String key) {
        model.set(Map.of("Authorization", "Bearer " + key), "customHeaders");
    }

    /** LangChain4j leaves the tool's name out, so that two results could be taken for each other. */
    @Override
    ChatMessage toolResult(String id, String tool, String text, boolean isError) {
        return CustomMessage.from(Map.of("role", "tool", "tool_name", tool, "content", text));
    }
}
