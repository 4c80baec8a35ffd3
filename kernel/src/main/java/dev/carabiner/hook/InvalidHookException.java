package dev.carabiner.hook;

import dev.carabiner.event.CarabinerException;

/** A registration that cannot work, refused before any event reaches it. */
public final class InvalidHookException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    InvalidHookException(String message) {
        super(message);
    }
}
