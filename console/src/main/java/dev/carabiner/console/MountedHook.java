package dev.carabiner.console;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A handler of the bundle that is in force.
 *
 * @param event the event or pattern that it is registered for
 * @param onFailure {@code continue}, {@code deny} or {@code ask}
 * @param timeout null for none
 */
public record MountedHook(
        String name,
        String event,
        int priority,
        String onFailure,
        @Nullable Duration timeout) {}
