package dev.carabiner.providers;

import dev.carabiner.session.ConfigType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Any service that speaks OpenAI's chat completions: OpenAI, vLLM, LM Studio, many gateways. */
public final class OpenAiProviderModule extends LangChainProviderModule {

    private static final String OPENAI = "https://api.openai.com/v1";

    /** For the service loader. */
    public OpenAiProviderModule() {
        super(new Preset(
                "provider-openai",
                "Models behind any OpenAI-compatible endpoint.",
                "dev.langchain4j.model.openai.OpenAiStreamingChatModel",
                "gpt-4.1",
                OPENAI,
                "OPENAI_BASE_URL",
                List.of("OPENAI_API_KEY"),
                Map.of("keyless", ConfigType.FLAG, "reasoning_effort", ConfigType.TEXT),
                Set.of(Trait.NEEDS_KEY, Trait.SYSTEM_ANYWHERE, Trait.ANY_SCHEMA)));
    }

    /** OpenAI's newer models refuse {@code max_tokens}; most others know nothing else. */
    @Override
    List<String> setters(String key, Settings settings) {
        return key.equals("max_tokens") && OPENAI.equals(settings.base())
                ? List.of("maxCompletionTokens")
                : super.setters(key, settings);
    }
}
