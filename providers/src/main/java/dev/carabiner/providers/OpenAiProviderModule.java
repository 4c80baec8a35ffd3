package dev.carabiner.providers;

import dev.carabiner.session.ConfigType;
import java.util.Map;

/** Any service that speaks OpenAI's chat completions: OpenAI, vLLM, LM Studio, many gateways. */
public final class OpenAiProviderModule extends LangChainProviderModule {

    public OpenAiProviderModule() {
        super(
                new OpenAiDialect(),
                "Models behind any OpenAI-compatible endpoint.",
                Map.of("keyless", ConfigType.FLAG, "reasoning_effort", ConfigType.TEXT));
    }
}
