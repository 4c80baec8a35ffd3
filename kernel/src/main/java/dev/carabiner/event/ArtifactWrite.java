package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code artifact:write}: A file or other lasting thing was written. */
public record ArtifactWrite(
        @Nullable String sessionId,
        String path,
        @Nullable Long bytes,
        @Nullable Instant timestamp) {}
