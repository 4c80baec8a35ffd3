package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code tool:post}: A tool has run; the model has not seen its result. */
public record ToolPost(
        @Nullable String sessionId,
        @Nullable String toolCallId,
        String toolName,
        @Nullable EventData toolInput,
        @Nullable EventData toolResult,
        @Nullable Boolean success,
        @Nullable Long durationMs,
        @Nullable Instant timestamp) {

    /** For a call that has no id. */
    public ToolPost(
            @Nullable String sessionId,
            String toolName,
            @Nullable EventData toolInput,
            @Nullable EventData toolResult,
            @Nullable Boolean success,
            @Nullable Long durationMs,
            @Nullable Instant timestamp) {
        this(sessionId, null, toolName, toolInput, toolResult, success, durationMs, timestamp);
    }
}
