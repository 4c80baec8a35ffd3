package dev.carabiner.hook;

import dev.carabiner.event.EventData;

/** Watches events and decides nothing. */
@FunctionalInterface
public interface HookObserver {

    /**
     * Looks at one event, at its place in the running order: on the emitting thread, or on one of the kernel's if it has a
     * timeout or stands in a level. What it throws is a failure, and its failure policy says what follows.
     */
    void observe(String event, EventData data) throws Exception;
}
