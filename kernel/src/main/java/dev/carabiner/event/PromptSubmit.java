package dev.carabiner.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code prompt:submit}: A person has entered a prompt; the agent has not seen it. */
public record PromptSubmit(
        @Nullable String sessionId,
        String prompt,
        @Nullable EventData metadata,
        @Nullable Instant timestamp) {}
