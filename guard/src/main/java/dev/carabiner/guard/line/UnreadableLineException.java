package dev.carabiner.guard.line;

import dev.carabiner.event.CarabinerException;

/** A line is no line of the shell's grammar, or beyond a limit of the reader. */
final class UnreadableLineException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    UnreadableLineException(String message) {
        super(message);
    }
}
