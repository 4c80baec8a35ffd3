package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import org.jspecify.annotations.Nullable;

/**
 * Decides about an event. Runs on the emitting thread, or on one of its own if it was registered with a timeout.
 * Several threads may call it at once.
 */
@FunctionalInterface
public interface HookHandler {

    /**
     * Looks at the event and says what to do.
     *
     * @param event the name this handler was registered under; for a pattern, the event's canonical name
     * @return what to do, or null to go on
     */
    @Nullable
    HookResult handle(String event, EventData data) throws Exception;
}
