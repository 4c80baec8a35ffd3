package dev.carabiner.cli.audit;

import dev.carabiner.event.CarabinerException;

/** A command line that cannot be understood. */
final class UsageException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
