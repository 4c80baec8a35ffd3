package dev.carabiner.session;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import org.jspecify.annotations.Nullable;

/** How one question stands. */
sealed interface Conclusion {

    /**
     * It is decided and on the record.
     *
     * @param refusal why it is denied; null if it is granted
     * @param isStored whether the decision was made in the store, and is there for one attempt
     */
    record Decided(
            ApprovalRequest request,
            ApprovalDecision decision,
            @Nullable String refusal,
            boolean isStored) implements Conclusion {}

    /** It cannot even be asked. */
    record Impossible(String reason) implements Conclusion {}

    /** It waits for its decision, and who asked does not. */
    record Waiting(String requestId) implements Conclusion {}
}
