package dev.carabiner.runtime.provider.langchain;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.session.ConfigType;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Models that run on Ollama, on this machine or another. */
public final class OllamaProviderModule implements ProviderModule {

    private final Dialect dialect = new OllamaDialect();

    @Override
    public String name() {
        return dialect.name();
    }

    @Override
    public String description() {
        return "Models served by Ollama.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        Map<String, ConfigType> keys = SettingsReader.commonKeys();
        keys.put("num_ctx", ConfigType.NUMBER);
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
