package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code decision:context_resolution}: A way of keeping the conversation short is chosen. */
public record DecisionContextResolution(
        @Nullable String sessionId,
        @Nullable String strategy,
        @Nullable String reason,
        @Nullable Instant timestamp) {}
