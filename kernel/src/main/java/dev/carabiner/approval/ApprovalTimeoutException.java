package dev.carabiner.approval;

/**
 * Thrown by an approval system that has given up waiting. Before the request's time is up this counts as
 * {@link ApprovalDecision.How#UNREACHABLE}; the time itself is the kernel's to keep.
 */
public final class ApprovalTimeoutException extends Exception {

    private static final long serialVersionUID = 1L;

    /** With a message that says no more than that. */
    public ApprovalTimeoutException() {
        this("no answer came in time");
    }

    /** With the words that the record shows. */
    public ApprovalTimeoutException(String message) {
        super(message);
    }
}
