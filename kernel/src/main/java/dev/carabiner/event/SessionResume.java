package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code session:resume}: A session goes on where it stopped. */
public record SessionResume(
        @Nullable String sessionId,
        @Nullable EventData mountPlan,
        @Nullable Integer messagesCount,
        @Nullable Instant timestamp) {}
