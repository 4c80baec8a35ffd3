package dev.carabiner.json;

import dev.carabiner.event.CarabinerException;
import org.jspecify.annotations.Nullable;

/** Text that is not JSON, or JSON that is refused: a key twice, too deep, too large, not an object. */
public final class InvalidJsonException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    InvalidJsonException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
