package dev.carabiner.approval;

import org.jspecify.annotations.Nullable;

/**
 * A request in the hands of one channel. Any thread may call any method, any number of times, also after the decision.
 */
public interface PendingApproval {

    /** What is asked. What a human is shown of it comes from {@link ApprovalRequest#shown()}. */
    ApprovalRequest request();

    /**
     * The decision; null while there is none. It is set before the channel's offer is closed, so that the channel can say
     * who was first.
     */
    @Nullable
    ApprovalDecision decision();

    /** The same as {@link #decide(Answer)} with an answer that has nothing but an option. */
    default Receipt decide(String option, String decidedBy, String shownDigest) {
        return decide(Answer.of(option, decidedBy, shownDigest));
    }

    /**
     * Hands an answer in. Returns when the store has it: the first answer decides, and the later ones learn who was first.
     *
     * @throws RuntimeException if the store fails; then it is open whether the answer counts
     */
    Receipt decide(Answer answer);

    /**
     * Says that the channel was lost after its offer: no answer can come by it any more. The other channels go on; when all
     * have failed, the request is denied. Without effect after the decision, and the second time.
     */
    void failed(Throwable problem);
}
