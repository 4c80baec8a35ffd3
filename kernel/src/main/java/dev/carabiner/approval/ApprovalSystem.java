package dev.carabiner.approval;

import java.util.List;

/**
 * A way to reach a human. The kernel calls it on a thread of its own, enforces the timeout by interrupting it, and
 * takes the answer once.
 */
@FunctionalInterface
public interface ApprovalSystem {

    /**
     * Waits for the human.
     *
     * @return the chosen option, one of {@link ApprovalRequest#options()}; anything else denies
     */
    String requestApproval(ApprovalRequest request) throws ApprovalTimeoutException, InterruptedException;

    /** Answers every request with the same option: for tests and unattended runs. */
    static ApprovalSystem answering(String option) {
        return new FixedAnswer(option);
    }

    /** Asks all of them at once; the first answer wins and the others are interrupted. */
    static ApprovalSystem firstOf(List<ApprovalSystem> systems) {
        return new FirstAnswer(systems);
    }
}
