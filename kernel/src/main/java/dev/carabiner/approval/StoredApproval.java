package dev.carabiner.approval;

import dev.carabiner.approval.ApprovalStore.State;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as the store has it at one moment.
 *
 * @param expires when its time is over, by the store's clock
 * @param votes the approvals that have been counted so far, in their order
 * @param decision how it ended; null exactly while it is pending
 */
public record StoredApproval(
        ApprovalRequest request,
        State state,
        Instant expires,
        List<Vote> votes,
        @Nullable ApprovalDecision decision) {

    public StoredApproval {
        votes = List.copyOf(votes);
        if ((decision == null) != (state == State.PENDING)) {
            throw new IllegalArgumentException(
                    "A request that is " + state + " has " + (decision == null ? "no" : "a") + " decision");
        }
    }

    /** The request's id. */
    public String id() {
        return request.id();
    }
}
