package dev.carabiner.hook;

import dev.carabiner.approval.Decision;
import dev.carabiner.display.Throwables;
import dev.carabiner.event.CarabinerException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/** That a handler failed, how, and what that means by the policy it declared. Kept in its {@link HandlerRun}. */
public final class HookFailure extends CarabinerException {

    private static final long serialVersionUID = 1L;

    /** The ways to fail. */
    public enum Kind {
        EXCEPTION,
        TIMEOUT,
        /** The typed view did not fit the data. */
        VIEW_MISMATCH,
        INVALID_RESULT,
        /** It changed a field of the data differently than another handler of its level. */
        CONFLICT,
        /** The emitting thread was interrupted; no fault of the handler's. */
        INTERRUPTED
    }

    private final transient Throwable cause;
    private final Kind kind;
    private final String hook;
    private final FailurePolicy policy;

    HookFailure(Kind kind, String hook, FailurePolicy policy, Throwable cause) {
        super(describe(cause), cause);
        this.cause = cause;
        this.kind = kind;
        this.hook = hook;
        this.policy = policy;
    }

    /** How the handler failed. */
    public Kind kind() {
        return kind;
    }

    /** The failed handler's name. */
    public String hook() {
        return hook;
    }

    /** What the failure was taken for. */
    public FailurePolicy policy() {
        return policy;
    }

    /** The result that stands in for the one that did not come; null to go on without. */
    @Nullable
    HookResult consequence() {
        return switch (policy) {
            case CONTINUE -> null;
            case DENY -> HookResult.deny("Guard " + hook + " unavailable: " + getMessage());
            case ASK ->
                HookResult.ask("Guard " + hook + " failed (" + getMessage() + "). Allow this operation?")
                        .byDefault(Decision.DENY);
        };
    }

    private static String describe(Throwable cause) {
        String words = Throwables.inWords(cause);
        // a file system's message is the path alone
        return cause instanceof FileSystemException ? cause.getClass().getSimpleName() + ": " + words : words;
    }

    /** The same failure, taken by another policy. */
    HookFailure takenBy(FailurePolicy other) {
        return other == policy ? this : new HookFailure(kind, hook, other, cause);
    }
}
