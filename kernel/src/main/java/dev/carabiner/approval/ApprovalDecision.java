package dev.carabiner.approval;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a request ended.
 *
 * @param option the chosen option, or null if nobody chose
 * @param reason why it was refused; empty if it was granted
 * @param decidedBy who: a person's channel, a rule, or the kernel
 */
public record ApprovalDecision(
        boolean granted, @Nullable String option, How how, String reason, String decidedBy, Instant decidedAt) {

    /** By which way a decision came about. A grant by timeout is one nobody gave, and is told apart. */
    public enum How {
        ANSWERED,
        REMEMBERED,
        RULE,
        TIMEOUT,
        CANCELLED,
        INTERRUPTED,
        UNAVAILABLE,
        FAILED
    }
}
