package dev.carabiner.docs;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.session.ConfigType;
import java.util.Map;
import java.util.function.UnaryOperator;

// snippet: provider-module
public final class EchoProviderModule implements ProviderModule {

    @Override
    public String name() {
        return "provider-echo";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("model", ConfigType.TEXT);
    }

    @Override
    public Provider create(EventData settings, UnaryOperator<String> environment) {
        String model = settings.text("model");
        return new EchoProvider(model == null ? "echo-1" : model);
    }
}
// end
