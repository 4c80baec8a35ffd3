package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a module knows.
 *
 * @param types of the values, by key
 * @param defaults the values of keys that a bundle does not set
 * @param isGuard whether it protects something: what replaces its defaults is told
 */
public record ModuleSettings(Map<String, ConfigType> types, EventData defaults, boolean isGuard) {

    /** A module without settings. */
    public static final ModuleSettings NONE = new ModuleSettings(Map.of(), EventData.empty(), false);

    public ModuleSettings {
        types = Map.copyOf(types);
    }

    /** What is in force: the defaults, and what a bundle says instead. */
    EventData inForce(EventData said) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(defaults.asMap());
        said.asMap().forEach((key, value) -> all.merge(key, value, (usual, other) -> other));
        return EventData.of(all);
    }
}
