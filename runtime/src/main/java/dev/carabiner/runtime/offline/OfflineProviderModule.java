package dev.carabiner.runtime.offline;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** {@code provider-offline}. */
public final class OfflineProviderModule implements ProviderModule {

    @Override
    public String name() {
        return OfflineProvider.NAME;
    }

    @Override
    public String description() {
        return "Follows plain instructions or a scripted scenario, without a model and without a network.";
    }

    /** {@code scenario} is a file; {@code delay} is how long every answer takes. */
    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of("scenario", ConfigType.TEXT, "delay", ConfigType.DURATION);
    }

    @Override
    public Provider create(EventData settings, UnaryOperator<@Nullable String> environment) {
        String delay = settings.text("delay");
        Duration wait = delay == null ? Duration.ZERO : DurationText.parse(delay);
        String scenario = settings.text("scenario");
        return scenario == null
                ? OfflineProvider.following(wait)
                : OfflineProvider.playing(OfflineScript.read(Path.of(scenario)), wait);
    }
}
