package dev.carabiner.session;

import dev.carabiner.hook.HookOutcome;
import org.jspecify.annotations.Nullable;

/**
 * What became of a guarded call, and what the model is to be told.
 *
 * @param text the answer to the model: the output or the error as the hooks left it, or why nothing was run
 * @param isError whether the model gets the text as an error
 * @param pre the outcome of {@code tool:pre}
 * @param post the outcome of {@code tool:post} or {@code error:tool}; null if the body did not run
 */
public record ToolAnswer(Status status, String text, boolean isError, HookOutcome pre, @Nullable HookOutcome post) {

    /** How far the call came. */
    public enum Status {
        /** The body returned a result, whether it succeeded or not, and whether or not a hook withheld it. */
        RAN,
        /** A hook, a human, a rule, a failed guard or the end of the session refused it; the body did not run. */
        DENIED,
        /** The body threw, or gave no result. */
        FAILED,
        /** The session was cancelled before the body ran, or the thread was interrupted before or while it ran. */
        CANCELLED
    }

    private static final String DENIED_PREFIX = "Denied by hook: ";
    private static final String STOPPED = "Cancelled: the session was stopped before this was begun";

    /** The one place that says how a denial is put to the model. */
    static String denial(String reason) {
        return DENIED_PREFIX + reason;
    }

    static ToolAnswer denied(String reason, HookOutcome pre) {
        return new ToolAnswer(Status.DENIED, denial(reason), true, pre, null);
    }

    static ToolAnswer stopped(HookOutcome pre) {
        return new ToolAnswer(Status.CANCELLED, STOPPED, true, pre, null);
    }
}
