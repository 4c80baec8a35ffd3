package dev.carabiner.runtime.provider.langchain;

import java.util.Map;

/** Anthropic's Claude. */
public final class AnthropicProviderModule extends LangChainProviderModule {

    public AnthropicProviderModule() {
        super(new AnthropicDialect(), "Anthropic's models.", Map.of());
    }
}
