package dev.carabiner.hook;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one handler did in one emit.
 *
 * @param elapsed zero unless the emit came through a coordinator
 * @param result what it returned; null exactly if it failed
 * @param failure how it failed, and by which policy that was taken; null if it did not
 * @param output what it wrote to the standard streams, if these were caught; else empty
 */
public record HandlerRun(
        String name,
        int priority,
        Duration elapsed,
        @Nullable HookResult result,
        @Nullable HookFailure failure,
        String output) {

    /** Whether what it wrote is kept out of the transcript. */
    public boolean outputSuppressed() {
        return result != null && result.outputSuppressed();
    }
}
