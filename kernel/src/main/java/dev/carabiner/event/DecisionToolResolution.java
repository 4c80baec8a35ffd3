package dev.carabiner.event;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code decision:tool_resolution}: A tool is chosen. */
public record DecisionToolResolution(
        @Nullable String sessionId,
        @Nullable List<String> availableTools,
        @Nullable String selectedTool,
        @Nullable String reason,
        @Nullable Instant timestamp) {}
