package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code cancel:requested}: The host or the user has asked the session to stop. */
public record CancelRequested(
        @Nullable String sessionId, String level, @Nullable Instant timestamp) {}
