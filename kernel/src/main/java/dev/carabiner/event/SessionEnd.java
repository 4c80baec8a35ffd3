package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code session:end}: A session is over, whatever the reason; its hooks are still mounted. */
public record SessionEnd(
        @Nullable String sessionId,
        String reason,
        @Nullable Long durationMs,
        @Nullable EventData stats,
        @Nullable Instant timestamp) {}
