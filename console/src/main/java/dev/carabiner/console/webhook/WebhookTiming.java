package dev.carabiner.console.webhook;

import java.time.Duration;
import java.util.List;

/**
 * How long deliveries wait.
 *
 * @param pauses before the second try, the third and so on; there is one try more than pauses
 * @param patience how long one try may take, from the look-up of the name to the answer's status
 * @param drain how long the end of the server waits for what can be sent at once
 */
public record WebhookTiming(List<Duration> pauses, Duration patience, Duration drain) {

    public WebhookTiming {
        pauses = List.copyOf(pauses);
    }

    /** Five tries within 71 minutes, ten seconds each. */
    public static WebhookTiming usual() {
        return new WebhookTiming(
                List.of(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(1)),
                Duration.ofSeconds(10),
                Duration.ofSeconds(3));
    }
}
