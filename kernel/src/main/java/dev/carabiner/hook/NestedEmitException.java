package dev.carabiner.hook;

import dev.carabiner.event.CarabinerException;

/** Thrown inside a handler whose emit would go too deep: handlers that set each other off. */
public final class NestedEmitException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String event;

    NestedEmitException(String event, int deepest) {
        super("Emit of " + event + " inside " + deepest + " others: handlers that emit set each other off");
        this.event = event;
    }

    /** The name of the event that was not emitted. */
    public String event() {
        return event;
    }
}
