package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code decision:agent_resolution}: A sub-agent is chosen. */
public record DecisionAgentResolution(
        @Nullable String sessionId,
        @Nullable String agentName,
        @Nullable String reason,
        @Nullable Instant timestamp) {}
