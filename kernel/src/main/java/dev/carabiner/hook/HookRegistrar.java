package dev.carabiner.hook;

import dev.carabiner.event.EventType;

/** Where handlers are registered. Any thread may register at any time; it counts from the next emit on. */
public interface HookRegistrar {

    /** Registers a handler with priority 0, no timeout, a made-up name, and failures that do no harm. */
    default Registration register(String event, HookHandler handler) {
        return register(HookOptions.forEvent(event), handler);
    }

    /** Registers a handler with this priority and name. */
    default Registration register(String event, int priority, String name, HookHandler handler) {
        return register(HookOptions.forEvent(event).priority(priority).name(name), handler);
    }

    /** Registers a handler. The same one registered twice runs twice. */
    Registration register(HookOptions options, HookHandler handler);

    /** The same as {@link #register(String, HookHandler)}. */
    default Registration on(String event, HookHandler handler) {
        return register(event, handler);
    }

    /** Registers a handler that is given the event's typed view; data that does not fit it is a failure. */
    <V> Registration on(EventType<V> type, HookOptions options, TypedHandler<V> handler);

    /** The same with the options of {@link #register(String, HookHandler)}. */
    default <V> Registration on(EventType<V> type, TypedHandler<V> handler) {
        return on(type, HookOptions.forEvent(type), handler);
    }

    /** Registers an observer, which decides nothing. */
    Registration observe(HookOptions options, HookObserver observer);

    /** The same with the options of {@link #register(String, HookHandler)}. */
    default Registration observe(String event, HookObserver observer) {
        return observe(HookOptions.forEvent(event), observer);
    }
}
