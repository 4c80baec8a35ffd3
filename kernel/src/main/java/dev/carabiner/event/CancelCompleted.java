package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code cancel:completed}: The session has stopped because the host or the user asked it to. */
public record CancelCompleted(
        @Nullable String sessionId, String level, @Nullable Instant timestamp) {}
