package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code provider:response}: The model has answered. */
public record ProviderResponse(
        @Nullable String sessionId,
        String provider,
        @Nullable String model,
        @Nullable EventData message,
        @Nullable EventData usage,
        @Nullable String stopReason,
        @Nullable Long durationMs,
        @Nullable Instant timestamp) {}
