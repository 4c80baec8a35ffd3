package dev.carabiner.runtime.provider.langchain;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.session.ConfigType;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Anthropic's Claude. */
public final class AnthropicProviderModule implements ProviderModule {

    private final Dialect dialect = new AnthropicDialect();

    @Override
    public String name() {
        return dialect.name();
    }

    @Override
    public String description() {
        return "Anthropic's models.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return SettingsReader.commonKeys();
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
