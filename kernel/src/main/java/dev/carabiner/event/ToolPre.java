package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code tool:pre}: A tool is about to run; it can still be stopped or given another input. */
public record ToolPre(
        @Nullable String sessionId,
        @Nullable String toolCallId,
        String toolName,
        EventData toolInput,
        @Nullable Instant timestamp) {}
