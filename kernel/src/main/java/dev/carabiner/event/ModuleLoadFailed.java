package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code module:load_failed}: A module could not be mounted. */
public record ModuleLoadFailed(
        @Nullable String sessionId,
        String module,
        EventData error,
        @Nullable Instant timestamp) {}
