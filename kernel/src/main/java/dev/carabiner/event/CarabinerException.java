package dev.carabiner.event;

import org.jspecify.annotations.Nullable;

/** The root of everything Carabiner throws. Subtypes carry the thing concerned. */
public abstract class CarabinerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected CarabinerException(String message) {
        super(message);
    }

    protected CarabinerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
