package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code approval:granted}: Permission was given, by whom and how. */
public record ApprovalGranted(
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
        boolean cached,
        @Nullable Instant timestamp) {}
