package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code user:notification}: A person is wanted. */
public record UserNotification(
        @Nullable String sessionId,
        @Nullable String toolCallId,
        String notificationType,
        String message,
        @Nullable EventData metadata,
        @Nullable Instant timestamp) {}
