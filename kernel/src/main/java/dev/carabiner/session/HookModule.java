package dev.carabiner.session;

import dev.carabiner.event.EventData;
import java.util.Map;

/**
 * A hook, or several that belong together, that a bundle can name. Modules are found with
 * {@link java.util.ServiceLoader}.
 */
public interface HookModule {

    /** The name that bundles use: lower case with dashes, as in {@code shell-guard}. */
    String name();

    /** One sentence for those who look for a hook. */
    default String description() {
        return "";
    }

    /** What its configuration may hold. Any other key is an error before anything runs. */
    default Map<String, ConfigType> configKeys() {
        return Map.of();
    }

    /** The values of the keys that a bundle does not set. A key that is not in it has none. */
    default EventData configDefaults() {
        return EventData.empty();
    }

    /** Whether it protects something: settings that replace its defaults are then told when a bundle is loaded. */
    default boolean isGuard() {
        return false;
    }

    /**
     * Registers its handlers with the session's registry. If it throws, what it has registered on this thread is taken
     * away again by whoever mounts it; what else it has opened by then is its own to close.
     *
     * @return closing it takes them away again
     */
    AutoCloseable mount(SessionCoordinator coordinator, HookConfig config) throws Exception;
}
