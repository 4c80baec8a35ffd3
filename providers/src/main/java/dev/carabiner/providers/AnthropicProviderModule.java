package dev.carabiner.providers;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Anthropic's Claude. */
public final class AnthropicProviderModule extends LangChainProviderModule {

    private static final int MAX_TOKENS = 8192;

    /** For the service loader. */
    public AnthropicProviderModule() {
        super(new Preset(
                "provider-anthropic",
                "Anthropic's models.",
                "dev.langchain4j.model.anthropic.AnthropicStreamingChatModel",
                "claude-sonnet-4-5",
                "https://api.anthropic.com/v1",
                "ANTHROPIC_BASE_URL",
                List.of("ANTHROPIC_API_KEY"),
                Map.of(),
                Set.of(Trait.NEEDS_KEY, Trait.ANY_SCHEMA)));
    }

    /** A request must say how many tokens the answer may have. */
    @Override
    void configure(ModelBuilder model) {
        model.set(MAX_TOKENS, "maxTokens");
    }
}
