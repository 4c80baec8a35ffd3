package dev.carabiner.approval;

/** What became of an answer that was handed in. */
public sealed interface Receipt {

    /** The answer decided the request. */
    record Accepted(ApprovalDecision decision) implements Receipt {}

    /** The answer counts, and more are needed. */
    record Counted(int have, int need) implements Receipt {}

    /** The request had been decided before; the decision says by whom and when. */
    record AlreadyDecided(ApprovalDecision decision) implements Receipt {}

    /** Another operation was shown than the one that waits. That one has this digest, and must be shown anew. */
    record OperationChanged(String digest) implements Receipt {}

    /** The answer is not one that may count, for instance because of the name it was given under. The request waits on. */
    record Refused(String why) implements Receipt {}
}
