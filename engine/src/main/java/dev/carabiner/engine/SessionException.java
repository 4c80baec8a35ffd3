package dev.carabiner.engine;

import dev.carabiner.event.CarabinerException;
import org.jspecify.annotations.Nullable;

/** A session that cannot begin or go on; the message says which, why, and what to do about it. */
public final class SessionException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private final String sessionId;
    private final boolean denied;

    private SessionException(String sessionId, boolean denied, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.sessionId = sessionId;
        this.denied = denied;
    }

    /** Something is missing, broken or over. */
    public static SessionException failed(String sessionId, String message, @Nullable Throwable cause) {
        return new SessionException(sessionId, false, message, cause);
    }

    /** A hook has denied it. */
    public static SessionException denied(String sessionId, String message) {
        return new SessionException(sessionId, true, message, null);
    }

    /** The session that it is about. */
    public String sessionId() {
        return sessionId;
    }

    /** Whether a hook has denied it. */
    public boolean denied() {
        return denied;
    }
}
