package dev.carabiner.hook;

import dev.carabiner.event.EventType;

/**
 * Where handlers are registered. Any thread may register at any time; a registration counts from the next emit on, and
 * until it is closed. Registering the same handler twice makes it run twice. What cannot work, such as a malformed name
 * or a handler that is null, throws here and not when an event comes.
 *
 * <p>A {@link HookRegistry} is one; a hook module is given one that stands before it.
 */
public interface HookRegistrar {

    /** Registers a handler that may decide. */
    Registration register(HookOptions options, HookHandler handler);

    /**
     * Registers a handler that is given the event's typed view. Data that do not fit the view are a failure of the
     * handler, and its failure policy says what follows.
     *
     * @throws InvalidHookException if the options are for another event
     */
    <V> Registration on(EventType<V> type, HookOptions options, TypedHandler<V> handler);

    /** Registers a handler that only watches: it has no result, and its exception is a failure like any other. */
    Registration observe(HookOptions options, HookObserver observer);

    /** With priority 0, no timeout, a generated name, and failures that are logged and do nothing else. */
    default Registration register(String event, HookHandler handler) {
        return register(HookOptions.forEvent(event), handler);
    }

    /** With no timeout, and failures that are logged and do nothing else. */
    default Registration register(String event, int priority, String name, HookHandler handler) {
        return register(HookOptions.forEvent(event).priority(priority).name(name), handler);
    }

    /** The same as {@link #register(String, HookHandler)}. */
    default Registration on(String event, HookHandler handler) {
        return register(event, handler);
    }

    /** With priority 0, no timeout, a generated name, and failures that are logged and do nothing else. */
    default <V> Registration on(EventType<V> type, TypedHandler<V> handler) {
        return on(type, HookOptions.forEvent(type), handler);
    }

    /** With priority 0, no timeout, a generated name, and failures that are logged and do nothing else. */
    default Registration observe(String event, HookObserver observer) {
        return observe(HookOptions.forEvent(event), observer);
    }
}
