package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code content_block:delta}: A piece of a block of the model's streamed answer. */
public record ContentBlockDelta(
        @Nullable String sessionId,
        int index,
        String delta,
        @Nullable Instant timestamp) {}
