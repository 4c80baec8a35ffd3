package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code session:start}: A session begins. */
public record SessionStart(
        @Nullable String sessionId,
        @Nullable EventData mountPlan,
        @Nullable String source,
        @Nullable Instant timestamp) {}
