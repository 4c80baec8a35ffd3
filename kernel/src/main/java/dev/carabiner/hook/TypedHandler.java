package dev.carabiner.hook;

import dev.carabiner.event.EventData;
import org.jspecify.annotations.Nullable;

/** A {@link HookHandler} that is given the event's typed view besides its data. */
@FunctionalInterface
public interface TypedHandler<V> {

    /** Returns what to do, or null to go on. */
    @Nullable
    HookResult handle(V view, EventData data) throws Exception;
}
