package dev.carabiner.audit.log;

import dev.carabiner.event.CarabinerException;
import org.jspecify.annotations.Nullable;

/** The log cannot do what it promises: not opened, not written, or not this record. The message says which and why. */
public class AuditLogException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    /** A failure without a cause of its own. */
    public AuditLogException(String message) {
        this(message, null);
    }

    /** After this, nothing is acknowledged any more. */
    static AuditLogException failed(Throwable problem) {
        String message = problem.getMessage();
        String text = message == null ? problem.getClass().getSimpleName() : message;
        return new AuditLogException("The audit log has failed and takes nothing any more: " + text, problem);
    }

    AuditLogException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
