package dev.carabiner.hook;

import dev.carabiner.event.CarabinerException;

/** A result that says nothing, or what it may not say here. */
public final class InvalidResultException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    /** Says in the message what the result lacks. */
    public InvalidResultException(String message) {
        super(message);
    }
}
