package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code context:post_compact}: The conversation has been compacted. */
public record ContextPostCompact(
        @Nullable String sessionId,
        String trigger,
        @Nullable Integer previousTokens,
        @Nullable Integer currentTokens,
        @Nullable Integer messagesCount,
        @Nullable Instant timestamp) {}
