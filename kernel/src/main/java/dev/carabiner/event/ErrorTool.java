package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code error:tool}: A tool failed. */
public record ErrorTool(
        @Nullable String sessionId,
        @Nullable String toolCallId,
        String toolName,
        @Nullable EventData toolInput,
        EventData error,
        @Nullable Instant timestamp) {

    /** For a call that has no id. */
    public ErrorTool(
            @Nullable String sessionId,
            String toolName,
            @Nullable EventData toolInput,
            EventData error,
            @Nullable Instant timestamp) {
        this(sessionId, null, toolName, toolInput, error, timestamp);
    }
}
