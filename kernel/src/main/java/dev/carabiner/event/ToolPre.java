package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code tool:pre}: A tool is about to run; it can still be stopped or given another input. */
public record ToolPre(
        @Nullable String sessionId,
        @Nullable String toolCallId,
        String toolName,
        EventData toolInput,
        @Nullable Instant timestamp) {

    /** For a call that has no id. */
    public ToolPre(@Nullable String sessionId, String toolName, EventData toolInput, @Nullable Instant timestamp) {
        this(sessionId, null, toolName, toolInput, timestamp);
    }
}
