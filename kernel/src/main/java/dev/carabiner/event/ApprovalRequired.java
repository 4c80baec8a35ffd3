package dev.carabiner.event;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code approval:required}: A person is asked for permission. */
public record ApprovalRequired(
        @Nullable String sessionId,
        @Nullable String toolCallId,
        String requestId,
        String hookName,
        String sourceEvent,
        @Nullable String toolName,
        String prompt,
        List<String> options,
        long timeoutMs,
        String byDefault,
        String digest,
        @Nullable String scope,
        @Nullable Instant timestamp) {}
