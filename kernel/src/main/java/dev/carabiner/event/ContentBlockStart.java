package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code content_block:start}: A block of the model's streamed answer begins. */
public record ContentBlockStart(
        @Nullable String sessionId,
        int index,
        @Nullable String blockType,
        @Nullable Instant timestamp) {}
