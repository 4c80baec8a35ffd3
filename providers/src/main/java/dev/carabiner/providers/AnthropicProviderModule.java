package dev.carabiner.providers;

import java.util.Map;

/** Anthropic's Claude. */
public final class AnthropicProviderModule extends LangChainProviderModule {

    public AnthropicProviderModule() {
        super(new AnthropicDialect(), "Anthropic's models.", Map.of());
    }
}
