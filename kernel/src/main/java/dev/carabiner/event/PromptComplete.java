package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code prompt:complete}: A prompt has been answered. */
public record PromptComplete(
        @Nullable String sessionId,
        String prompt,
        @Nullable String response,
        @Nullable Long durationMs,
        @Nullable Instant timestamp) {}
