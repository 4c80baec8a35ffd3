package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code agent:complete}: A sub-agent has finished. */
public record AgentComplete(
        @Nullable String sessionId,
        @Nullable String parentSessionId,
        String agentName,
        @Nullable String task,
        @Nullable EventData result,
        @Nullable Long durationMs,
        @Nullable String status,
        @Nullable Instant timestamp) {}
