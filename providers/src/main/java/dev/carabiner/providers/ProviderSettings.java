package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a bundle and the environment say about one provider.
 *
 * @param silence how long the service may send nothing
 * @param total how long one call may take
 * @param more the settings of one dialect alone; never a key
 */
record ProviderSettings(
        String model,
        Endpoint endpoint,
        Duration silence,
        Duration total,
        @Nullable Integer maxTokens,
        @Nullable Double temperature,
        @Nullable Double topP,
        List<String> stop,
        EventData more) {

    @Nullable
    Integer number(String key) {
        return more.get(key) instanceof Number number ? number.intValue() : null;
    }
}
