package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.session.ConfigType;
import java.util.List;
import java.util.Map;

/** Tools that a bundle can name. Found with {@link java.util.ServiceLoader}. */
public interface ToolModule {

    /** The name that bundles use, as in {@code tool-filesystem}. */
    String name();

    /** One line for listings; may be empty. */
    default String description() {
        return "";
    }

    /** The keys that a bundle may set, with their types. Another key in a bundle is an error when it is loaded. */
    default Map<String, ConfigType> configKeys() {
        return Map.of();
    }

    /** The values of the keys that a bundle does not set. A key that is not in it has none. */
    default EventData configDefaults() {
        return EventData.empty();
    }

    /**
     * Makes the tools of one session.
     *
     * @param settings checked against {@link #configKeys} already
     */
    List<Tool> create(EventData settings, Workspace workspace);
}
