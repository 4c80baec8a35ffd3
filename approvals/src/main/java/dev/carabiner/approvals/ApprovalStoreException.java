package dev.carabiner.approvals;

import dev.carabiner.event.CarabinerException;

/** The database did not do what it was asked. It is open whether the change is there; nothing may be permitted on it. */
public final class ApprovalStoreException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    ApprovalStoreException(String message, Throwable cause) {
        super(message, cause);
    }

    ApprovalStoreException(String message) {
        super(message);
    }
}
