package dev.carabiner.approval;

import dev.carabiner.event.CarabinerException;

/**
 * Thrown by a channel or an approval system that cannot reach a person, such as a terminal that is not there. If no other
 * channel can either, the request is denied, whatever its default.
 */
public final class ApprovalUnreachableException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    /** With the words that the record shows. */
    public ApprovalUnreachableException(String message) {
        super(message);
    }
}
