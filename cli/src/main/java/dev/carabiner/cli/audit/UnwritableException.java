package dev.carabiner.cli.audit;

import dev.carabiner.event.CarabinerException;
import java.io.IOException;

/** The file that a command was to write cannot be written. */
final class UnwritableException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    UnwritableException(IOException problem) {
        super("Cannot be written: " + FailureText.shown(problem), problem);
    }
}
