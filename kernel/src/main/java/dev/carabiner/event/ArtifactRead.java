package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code artifact:read}: A file or other lasting thing was read. */
public record ArtifactRead(
        @Nullable String sessionId,
        String path,
        @Nullable Long bytes,
        @Nullable Instant timestamp) {}
