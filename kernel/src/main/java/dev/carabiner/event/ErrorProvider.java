package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code error:provider}: A call to the model failed. */
public record ErrorProvider(
        @Nullable String sessionId,
        String provider,
        EventData error,
        @Nullable Instant timestamp) {}
