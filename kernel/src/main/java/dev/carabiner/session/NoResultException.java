package dev.carabiner.session;

import dev.carabiner.event.CarabinerException;

/** A tool's body gave null where a result was expected. */
final class NoResultException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    NoResultException(String tool) {
        super("The tool " + tool + " gave no result");
    }
}
