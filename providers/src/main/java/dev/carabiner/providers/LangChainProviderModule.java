package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.session.ConfigType;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What the modules of all services have in common: they differ in their dialect and a few settings. */
abstract sealed class LangChainProviderModule implements ProviderModule
        permits AnthropicProviderModule, GeminiProviderModule, OllamaProviderModule, OpenAiProviderModule {

    private final Dialect dialect;
    private final String description;
    private final Map<String, ConfigType> ownKeys;

    LangChainProviderModule(Dialect dialect, String description, Map<String, ConfigType> ownKeys) {
        this.dialect = dialect;
        this.description = description;
        this.ownKeys = new TreeMap<>(ownKeys); // in the same order each time
    }

    @Override
    public final String name() {
        return dialect.name();
    }

    @Override
    public final String description() {
        return description;
    }

    @Override
    public final Map<String, ConfigType> configKeys() {
        Map<String, ConfigType> keys = SettingsReader.commonKeys();
        keys.putAll(ownKeys);
        return keys;
    }

    @Override
    public final List<String> keyVariables() {
        return dialect.keyVariables();
    }

    @Override
    public final Provider create(EventData settings, UnaryOperator<@Nullable String> environment) {
        return new LangChainProvider(dialect, new SettingsReader(dialect, settings, environment).read());
    }
}
