package dev.carabiner.hook;

import dev.carabiner.event.EventData;

/** Watches events and decides nothing. */
@FunctionalInterface
public interface HookObserver {

    void observe(String event, EventData data) throws Exception;
}
