package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code execution:complete}: The orchestrator's loop has finished a turn. */
public record ExecutionComplete(
        @Nullable String sessionId,
        @Nullable String response,
        @Nullable String status,
        @Nullable Long durationMs,
        @Nullable Instant timestamp) {}
