package dev.carabiner.hook;

import dev.carabiner.event.CarabinerException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A handler that took longer than it was registered for. */
public final class HookTimeoutException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    HookTimeoutException(Duration timeout) {
        super("no result within " + TimeUnit.MILLISECONDS.convert(timeout) + " ms");
    }

    /** Not even tried, because too many earlier calls are still stuck. */
    HookTimeoutException(int stuck) {
        super(stuck + " earlier calls have still not returned");
    }
}
