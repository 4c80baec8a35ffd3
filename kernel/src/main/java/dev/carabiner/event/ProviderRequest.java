package dev.carabiner.event;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code provider:request}: A request is about to go to the model. */
public record ProviderRequest(
        @Nullable String sessionId,
        String provider,
        @Nullable String model,
        @Nullable List<EventData> messages,
        @Nullable List<String> tools,
        @Nullable Instant timestamp) {}
