package dev.carabiner.providers;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a bundle and the environment say about one provider.
 *
 * @param base the service's address without a slash at the end; null if LangChain4j's model knows it
 * @param key null if the service takes none
 * @param keySource where the key comes from, for the message that says that it is wrong
 * @param silence how long the service may send nothing
 * @param total how long one call may take
 * @param given the bundle's settings without the key
 */
record Settings(
        String model,
        String modelClass,
        @Nullable String base,
        @Nullable ApiKey key,
        String keySource,
        Duration silence,
        Duration total,
        EventData given) {

    /** The common settings that LangChain4j's models take. */
    static final List<String> OF_MODELS = List.of("model", "max_tokens", "temperature", "top_p", "stop");

    /** What every module takes. */
    static final Map<String, ConfigType> KEYS = new LinkedHashMap<>();

    static {
        List.of("model", "base_url", "api_key_env", "api_key").forEach(key -> KEYS.put(key, ConfigType.TEXT));
        List.of("timeout", "total_timeout").forEach(key -> KEYS.put(key, ConfigType.DURATION));
        KEYS.put("max_tokens", ConfigType.NUMBER);
        List.of("temperature", "top_p").forEach(key -> KEYS.put(key, ConfigType.DECIMAL));
        KEYS.put("stop", ConfigType.TEXTS);
        KEYS.put("settings", ConfigType.OBJECT);
    }
}
