package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code content_block:end}: A block of the model's streamed answer is complete. */
public record ContentBlockEnd(
        @Nullable String sessionId,
        int index,
        @Nullable String blockType,
        @Nullable String text,
        @Nullable Instant timestamp) {}
