package dev.carabiner.runtime.provider;

import dev.carabiner.event.CarabinerException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A model that did not answer. The message holds no key, and nothing of a key. */
public final class ProviderException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    /** What went wrong, as far as it matters for trying again. */
    public enum Kind {
        RATE_LIMITED(true),
        SERVER_ERROR(true),
        CONNECTION(true),
        TIMEOUT(true),
        /** The answer made no sense. */
        MALFORMED(true),
        /** The key is missing or wrong. */
        UNAUTHORIZED(false),
        /** The request is one that the service will never take. */
        REJECTED(false);

        private final boolean retryable;

        Kind(boolean retryable) {
            this.retryable = retryable;
        }

        /** Whether the same request may succeed later. */
        public boolean retryable() {
            return retryable;
        }
    }

    private final String provider;
    private final Kind kind;
    private final @Nullable Duration retryAfter;

    /** An error without a time to wait that the service has named. */
    public ProviderException(String provider, Kind kind, String message, @Nullable Throwable cause) {
        this(provider, kind, message, null, cause);
    }

    /**
     * @param retryAfter how long the service wants to be left alone; null if it did not say
     * @param cause null if there is none
     */
    public ProviderException(
            String provider, Kind kind, String message, @Nullable Duration retryAfter, @Nullable Throwable cause) {
        super(message, cause);
        this.provider = provider;
        this.kind = kind;
        this.retryAfter = retryAfter;
    }

    /** The name of the provider that gave no answer. */
    public String provider() {
        return provider;
    }

    /** What went wrong, as far as it can be told. */
    public Kind kind() {
        return kind;
    }

    /** How long the service asks to be left alone, or null if it does not say. */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }
}
