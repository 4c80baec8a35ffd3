package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code approval:denied}: Permission was refused, by whom and how. */
public record ApprovalDenied(
        @Nullable String sessionId,
        @Nullable String toolCallId,
        String requestId,
        String hookName,
        String sourceEvent,
        @Nullable String toolName,
        String prompt,
        String decidedBy,
        @Nullable String channel,
        String how,
        @Nullable Boolean cached,
        String reason,
        @Nullable Instant timestamp) {}
