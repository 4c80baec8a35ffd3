package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code execution:start}: The orchestrator's loop begins a turn. */
public record ExecutionStart(
        @Nullable String sessionId,
        @Nullable String prompt,
        @Nullable Integer turn,
        @Nullable Instant timestamp) {}
