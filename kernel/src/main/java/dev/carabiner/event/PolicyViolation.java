package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code policy:violation}: Something broke a rule. */
public record PolicyViolation(
        @Nullable String sessionId,
        String reason,
        @Nullable String policy,
        @Nullable String hookName,
        @Nullable String toolName,
        @Nullable Instant timestamp) {}
