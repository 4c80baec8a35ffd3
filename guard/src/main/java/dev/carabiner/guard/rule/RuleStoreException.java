package dev.carabiner.guard.rule;

import dev.carabiner.event.CarabinerException;

/** The rules cannot be read or kept. While that lasts, no rule allows anything. */
public final class RuleStoreException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message names the file and what is wrong with it
     */
    public RuleStoreException(String message) {
        super(message);
    }

    /**
     * @param message names the file and what is wrong with it
     */
    public RuleStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
