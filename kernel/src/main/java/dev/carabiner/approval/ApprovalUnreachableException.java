package dev.carabiner.approval;

import dev.carabiner.event.CarabinerException;

/**
 * Thrown by a channel or an approval system that cannot reach anyone, such as a terminal that is not there. If no other
 * channel can either, the request is denied, whatever its default.
 */
public final class ApprovalUnreachableException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    public ApprovalUnreachableException(String message) {
        super(message);
    }
}
