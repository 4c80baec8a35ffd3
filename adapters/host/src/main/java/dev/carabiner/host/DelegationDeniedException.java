package dev.carabiner.host;

import dev.carabiner.event.CarabinerException;
import dev.carabiner.session.ToolAnswer;
import org.jspecify.annotations.Nullable;

/** A sub-agent that a hook would not have. The tool that called it ends with it, and its result says so. */
public final class DelegationDeniedException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    private static final int DEEPEST_CAUSE = 8;

    private final String reason;

    /** @param reason the hook's */
    public DelegationDeniedException(String reason) {
        super(ToolAnswer.denial(reason), null);
        this.reason = reason;
    }

    /** Why the hook would not have it. */
    public String reason() {
        return reason;
    }

    /** The one that a framework has wrapped into this; null if there is none. */
    static @Nullable DelegationDeniedException in(Throwable thrown) {
        Throwable cause = thrown;
        for (int i = 0; i < DEEPEST_CAUSE && cause != null; i++, cause = cause.getCause()) {
            if (cause instanceof DelegationDeniedException denied) {
                return denied;
            }
        }
        return null;
    }
}
