package dev.carabiner.engine.store;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The store of {@link LazyApprovals}: whatever is asked of it is asked of the one that is open then. */
record LazyApprovalStore(LazyApprovals approvals) implements ApprovalStore {

    private ApprovalStore real() {
        return approvals.opened().store();
    }

    @Override
    public void request(ApprovalRequest request) {
        real().request(request);
    }

    @Override
    public VoteResult decide(String id, String digest, Vote vote) {
        return real().decide(id, digest, vote);
    }

    @Override
    public StoredApproval await(String id, Duration atMost) throws InterruptedException {
        return real().await(id, atMost);
    }

    @Override
    public boolean consume(String id, String digest, String attempt) {
        return real().consume(id, digest, attempt);
    }

    @Override
    public void finish(String id, String attempt, Execution execution) {
        real().finish(id, attempt, execution);
    }

    @Override
    public void remember(String session, String key) {
        real().remember(session, key);
    }

    @Override
    public boolean remembered(String session, String key) {
        return real().remembered(session, key);
    }

    @Override
    public ApprovalDecision cancel(String id, How how, String reason) {
        return real().cancel(id, how, reason);
    }

    @Override
    public int expire(int limit) {
        return real().expire(limit);
    }

    @Override
    public int forget(Instant before) {
        return real().forget(before);
    }

    @Override
    public @Nullable StoredApproval read(String id) {
        return real().read(id);
    }

    @Override
    public List<StoredApproval> pending(@Nullable StoredApproval after, int limit) {
        return real().pending(after, limit);
    }

    @Override
    public List<StoredApproval> find(String session, String hook, String digest) {
        return real().find(session, hook, digest);
    }
}
