package dev.carabiner.runtime.offline;

import dev.carabiner.runtime.provider.ProviderException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A failure that a scenario asks for. */
record SimulatedError(
        ProviderException.Kind kind,
        String message,
        @Nullable Duration retryAfter) {}
