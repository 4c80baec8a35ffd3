package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code provider:retry}: A request to the model failed and will be sent again. */
public record ProviderRetry(
        @Nullable String sessionId,
        String provider,
        @Nullable String model,
        int attempt,
        @Nullable Long delayMs,
        @Nullable EventData error,
        @Nullable Instant timestamp) {}
