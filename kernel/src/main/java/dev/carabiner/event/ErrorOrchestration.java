package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code error:orchestration}: The orchestrator itself failed. */
public record ErrorOrchestration(
        @Nullable String sessionId,
        EventData error,
        @Nullable Instant timestamp) {}
