package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code agent:spawn}: A sub-agent is about to start. */
public record AgentSpawn(
        @Nullable String sessionId,
        @Nullable String parentSessionId,
        String agentName,
        @Nullable String task,
        @Nullable EventData configOverride,
        @Nullable Instant timestamp) {}
