package dev.carabiner.providers;

import dev.carabiner.session.ConfigType;
import java.util.Map;

/** Models that run on Ollama, on this machine or another. */
public final class OllamaProviderModule extends LangChainProviderModule {

    public OllamaProviderModule() {
        super(new OllamaDialect(), "Models served by Ollama.", Map.of("num_ctx", ConfigType.NUMBER));
    }
}
