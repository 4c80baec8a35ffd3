package dev.carabiner.console.webhook;

import dev.carabiner.event.CarabinerException;

/** Webhooks cannot be sent at all, or not ended well. The message names the place. */
public final class WebhookException extends CarabinerException {

    private static final long serialVersionUID = 1L;

    WebhookException(String message, Throwable cause) {
        super(message, cause);
    }
}
