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
     * Registers its handlers. Called once for each session that it is mounted in, on the thread that begins the session.
     * If it throws, what it has registered through the mount is taken away again; what else it has opened by then is its
     * own to close.
     *
     * @param mount what the module may use of the session, until it is unmounted
     * @param config what the bundle says; the module need not apply priority, failure policy and timeout itself
     * @return closing it unmounts the module: it closes what the module has opened. The handlers go by themselves
     */
    AutoCloseable mount(Mount mount, HookConfig config) throws Exception;
}
