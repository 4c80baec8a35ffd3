package dev.carabiner.bridge.dialect;

import dev.carabiner.event.CarabinerException;
import org.jspecify.annotations.Nullable;

/** A hook outside this JVM has not judged: it could not be run, crashed, took too long or said what means nothing. */
public final class HookFailedException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    /**
     * @param message what went wrong, as the record is to say it
     */
    public HookFailedException(String message) {
        super(message);
    }

    /**
     * @param message what went wrong, as the record is to say it
     */
    public HookFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
