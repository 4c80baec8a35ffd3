package dev.carabiner.runtime.provider.langchain;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.session.ConfigType;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Any service that speaks OpenAI's chat completions: OpenAI, vLLM, LM Studio, many gateways. */
public final class OpenAiProviderModule implements ProviderModule {

    private final Dialect dialect = new OpenAiDialect();

    @Override
    public String name() {
        return dialect.name();
    }

    @Override
    public String description() {
        return "Models behind any OpenAI-compatible endpoint.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        Map<String, ConfigType> keys = SettingsReader.commonKeys();
        keys.put("keyless", ConfigType.FLAG);
        keys.put("reasoning_effort", ConfigType.TEXT);
        return keys;
    }

    @Override
    public List<String> keyVariables() {
        return dialect.keyVariables();
    }

    @Override
    public Provider create(EventData settings, UnaryOperator<@Nullable String> environment) {
        return new LangChainProvider(dialect, new SettingsReader(dialect, settings, environment).read());
    }
}
