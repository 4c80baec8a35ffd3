package dev.carabiner.engine.bundle;

import dev.carabiner.event.CarabinerException;
import org.jspecify.annotations.Nullable;

/** Trust that cannot be given, or not be looked up. Then there is none. */
public final class TrustException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    TrustException(String message) {
        this(message, null);
    }

    TrustException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
