package dev.carabiner.hook;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What one handler did in one emit. A guard that was called a second time has two.
 *
 * @param start when it began, counted from the beginning of the emit, or of the judging of what a human has changed; zero unless
 *     the emit came through a coordinator
 * @param elapsed how long it took; zero unless the emit came through a coordinator
 * @param result what it returned; null exactly if it failed
 * @param failure how it failed, and by which policy that was taken; null if it did not
 * @param output what it wrote to the standard streams, if these were captured; else empty
 * @param again whether this is its second call, with the final data; what it answered then replaces what it answered first
 */
public record HandlerRun(
        String name,
        int priority,
        Duration start,
        Duration elapsed,
        @Nullable HookResult result,
        @Nullable HookFailure failure,
        String output,
        boolean again) {

    /** Whether what it wrote is kept out of the transcript. */
    public boolean outputSuppressed() {
        return result != null && result.outputSuppressed();
    }
}
