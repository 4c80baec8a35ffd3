package dev.carabiner.bridge.dialect;

import dev.carabiner.event.CarabinerException;

/** What was sent is no event of the agent. The text says what was expected, for a person. */
public final class UnknownPayloadException extends CarabinerException {

    private static final long serialVersionUID = 1;

    UnknownPayloadException(String message) {
        super(message);
    }
}
