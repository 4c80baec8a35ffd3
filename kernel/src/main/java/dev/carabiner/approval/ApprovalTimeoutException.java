package dev.carabiner.approval;

/**
 * Thrown by an approval system that has given up waiting. Before the request's time is up this means that nobody could be
 * asked; the time itself is the kernel's to keep.
 */
public final class ApprovalTimeoutException extends Exception {

    private static final long serialVersionUID = 1L;

    public ApprovalTimeoutException() {
        this("nobody has answered in time");
    }

    public ApprovalTimeoutException(String message) {
        super(message);
    }
}
