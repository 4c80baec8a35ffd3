package dev.carabiner.providers;

import java.util.Map;

/** Google Gemini, by its public interface with a key. */
public final class GeminiProviderModule extends LangChainProviderModule {

    public GeminiProviderModule() {
        super(new GeminiDialect(), "Google's Gemini models.", Map.of());
    }
}
