package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code context:pre_compact}: The conversation is about to be compacted. */
public record ContextPreCompact(
        @Nullable String sessionId,
        String trigger,
        @Nullable Integer currentTokens,
        @Nullable Integer targetTokens,
        @Nullable Integer messagesCount,
        @Nullable Instant timestamp) {}
