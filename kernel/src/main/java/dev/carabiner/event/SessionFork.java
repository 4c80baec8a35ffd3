package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code session:fork}: A child session comes out of another. */
public record SessionFork(
        @Nullable String sessionId,
        String parentSessionId,
        @Nullable EventData mountPlan,
        @Nullable Instant timestamp) {}
