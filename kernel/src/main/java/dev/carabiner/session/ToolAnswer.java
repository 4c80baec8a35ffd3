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
 * @param requestId the approval request that the call waits for; null unless it is {@link Status#WAITING}
 */
public record ToolAnswer(
        Status status,
        String text,
        boolean isError,
        HookOutcome pre,
        @Nullable HookOutcome post,
        @Nullable String requestId) {

    /** How far the call came. */
    public enum Status {
        /** The body returned a result, whether it succeeded or not, and whether or not a hook withheld it. */
        RAN,
        /** A hook, a human, a rule, a failed guard or the end of the session refused it; the body did not run. */
        DENIED,
        /** The body threw, or gave no result. */
        FAILED,
        /** The session was cancelled before the body ran, or the thread was interrupted before or while it ran. */
        CANCELLED,
        /** A human has to decide first: only from {@link SessionCoordinator#callOrDefer}. Nothing has run. */
        WAITING
    }

    /** How the text for the model begins when a call, or its result, was denied. */
    public static final String DENIED_BY_HOOK = "Denied by hook: ";

    /** The text for the model when a call was not begun because the session is cancelled or its thread interrupted. */
    public static final String NOT_BEGUN = "Cancelled: the session was stopped before this was begun";

    /** The text for the model when something was denied for this reason. */
    public static String denial(String reason) {
        return DENIED_BY_HOOK + reason;
    }

    static ToolAnswer denied(String reason, HookOutcome pre) {
        return new ToolAnswer(Status.DENIED, denial(reason), true, pre, null, null);
    }

    static ToolAnswer stopped(HookOutcome pre) {
        return new ToolAnswer(Status.CANCELLED, NOT_BEGUN, true, pre, null, null);
    }

    static ToolAnswer waiting(String requestId, HookOutcome pre) {
        return new ToolAnswer(Status.WAITING, "Waiting for approval " + requestId, false, pre, null, requestId);
    }

    /** The body has begun, and the hooks have been told how it ended. */
    static ToolAnswer told(Status status, String text, boolean isError, HookOutcome pre, HookOutcome post) {
        return post.denied()
                ? new ToolAnswer(status, denial(post.reason()), true, pre, post, null)
                : new ToolAnswer(status, text, isError, pre, post, null);
    }
}
