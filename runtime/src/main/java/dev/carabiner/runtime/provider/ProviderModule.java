package dev.carabiner.runtime.provider;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ConfigType;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A kind of provider that a bundle can name. Found with {@link java.util.ServiceLoader}. */
public interface ProviderModule {

    /** The name that bundles use, as in {@code provider-openai}. */
    String name();

    /** One line for listings; may be empty. */
    default String description() {
        return "";
    }

    /** The keys that a bundle may set, with their types. Another key in a bundle is an error when it is loaded. */
    Map<String, ConfigType> configKeys();

    /** The values of the keys that a bundle does not set. A key that is not in it has none. */
    default EventData configDefaults() {
        return EventData.empty();
    }

    /** The environment variables that a key is looked for in, if the settings name none. */
    default List<String> keyVariables() {
        return List.of();
    }

    /**
     * Makes the provider. Nothing is sent yet.
     *
     * @param settings checked against {@link #configKeys} already
     * @param environment looks up an environment variable; null if it is not set
     * @throws ProviderException if something is missing, such as the key; the message says what to set
     */
    Provider create(EventData settings, UnaryOperator<@Nullable String> environment);
}
