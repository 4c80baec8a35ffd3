package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code orchestrator:complete}: The orchestrator is done with a prompt. */
public record OrchestratorComplete(
        @Nullable String sessionId,
        String orchestrator,
        @Nullable EventData finalMessage,
        @Nullable Integer turnCount,
        @Nullable Long durationMs,
        @Nullable String status,
        @Nullable Instant timestamp) {}
