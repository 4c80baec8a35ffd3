package dev.carabiner.session;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.hook.HookOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The author of a denial, for the record.
 *
 * @param by what kind of author it is, as {@link dev.carabiner.audit.AuditRecord.Denied} lists them
 * @param request the approval request that was refused; null if it was none
 */
record Denier(String by, String name, @Nullable String request) {

    private static final String FAILURE = "failure";
    private static final String CANCELLATION = "cancellation";

    /** The coordinator itself, by one of its rules. */
    static final Denier KERNEL = new Denier("kernel", "kernel", null);

    /** Something of the kernel's own did not work. */
    static final Denier BROKEN = new Denier(FAILURE, "kernel", null);

    static final Denier SESSION_END = new Denier("session_end", "kernel", null);

    private static final Denier STOP = new Denier(CANCELLATION, "kernel", null);

    static Denier of(Objection objection) {
        return objection.isStop() ? STOP : KERNEL;
    }

    /** The handler that denied, by its result or by its failure; without one, the interruption of the emit. */
    static Denier of(HookOutcome denied) {
        String hook = denied.decidedBy();
        if (hook.isEmpty()) {
            return STOP;
        }
        return new Denier(denied.isDeniedByFailure() ? FAILURE : "hook", hook, null);
    }

    /** The one that refused the request; a grant that cannot be recorded has failed. */
    static Denier of(Conclusion.Decided refused) {
        ApprovalDecision decision = refused.decision();
        String by = decision.granted()
                ? FAILURE
                : switch (decision.how()) {
                    case ANSWERED -> "human";
                    case RULE -> "rule";
                    case TIMEOUT -> "timeout";
                    case CANCELLED, INTERRUPTED -> CANCELLATION;
                    case ENDED -> "session_end";
                    case UNAVAILABLE, UNREACHABLE, FAILED -> FAILURE;
                    case REMEMBERED -> "kernel"; // what is remembered grants
                };
        return new Denier(by, decision.decidedBy(), refused.request().id());
    }
}
