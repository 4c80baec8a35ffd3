package dev.carabiner.runtime.store;

import dev.carabiner.event.CarabinerException;
import org.jspecify.annotations.Nullable;

/** A session cannot be made, opened, read or written down. The message says which file and why. */
public final class StoreException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    StoreException(String message) {
        this(message, null);
    }

    StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
