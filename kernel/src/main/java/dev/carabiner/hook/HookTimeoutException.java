package dev.carabiner.hook;

import dev.carabiner.event.CarabinerException;
import java.time.Duration;

/** A handler that took longer than it was registered for. */
public final class HookTimeoutException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    HookTimeoutException(Duration timeout) {
        super("no result within " + timeout.toMillis() + " ms");
    }
}
