package dev.carabiner.approval;

/** Thrown by an approval system that has given up waiting; the question's default holds. */
public final class ApprovalTimeoutException extends Exception {

    private static final long serialVersionUID = 1L;

    public ApprovalTimeoutException() {
        this("nobody has answered in time");
    }

    public ApprovalTimeoutException(String message) {
        super(message);
    }
}
