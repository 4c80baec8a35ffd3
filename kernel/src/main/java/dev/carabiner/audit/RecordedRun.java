package dev.carabiner.audit;

import org.jspecify.annotations.Nullable;

/**
 * One handler's part in an emit.
 *
 * @param action what it returned, or {@code failure}
 * @param startNanos when it began, counted from the beginning of the emit
 * @param failure null when the handler gave a result
 * @param again whether it was called a second time, with the final data
 * @param reason of a denial, a modification or a question; empty if there is none
 * @param prompt of a question; empty if it is none
 * @param text of an injection; empty if it is none
 * @param because the author's explanation; empty if there is none
 */
public record RecordedRun(
        String hook,
        int priority,
        String action,
        long startNanos,
        long elapsedNanos,
        @Nullable String failure,
        boolean again,
        String reason,
        String prompt,
        String text,
        String because) {

    /** A first run that began with the emit and said no more than its action. */
    public RecordedRun(String hook, int priority, String action, long elapsedNanos, @Nullable String failure) {
        this(hook, priority, action, 0, elapsedNanos, failure, false, "", "", "", "");
    }
}
