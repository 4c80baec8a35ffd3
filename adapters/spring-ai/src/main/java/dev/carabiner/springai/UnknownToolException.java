package dev.carabiner.springai;

import dev.carabiner.event.CarabinerException;

/** A tool that neither the request nor the application's manager has. */
final class UnknownToolException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final IllegalStateException told;

    /** @param told what the manager says of it */
    UnknownToolException(IllegalStateException told) {
        super(String.valueOf(told.getMessage()), told);
        this.told = told;
    }

    IllegalStateException told() {
        return told;
    }
}
