package dev.carabiner.engine.store;

/**
 * Opens the places that a bundle may name as {@code session.approvals.store}. Implementations are found with
 * {@link java.util.ServiceLoader}, when a store is needed for the first time; without one, approvals last as long as
 * their session.
 */
public interface ApprovalBackend {

    /**
     * Opens a store; it returns when the store can be used.
     *
     * @param place where it is, and how to get in
     * @throws RuntimeException if it cannot be opened; the message names the place and no password
     */
    SharedApprovals open(StorePlace place);
}
