package dev.carabiner.cli.terminal;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.approval.Vote;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A request that another process waits for, in the hands of this one. */
public final class StoredQuestion implements PendingApproval {

    private final ApprovalStore store;
    private final ApprovalRequest request;
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile @Nullable Receipt receipt;
    private volatile @Nullable Throwable problem;

    /**
     * @param store where the request waits
     */
    public StoredQuestion(ApprovalStore store, ApprovalRequest request) {
        this.store = store;
        this.request = request;
    }

    @Override
    public ApprovalRequest request() {
        return request;
    }

    /** Asks the store each time: the decision may come from anywhere. */
    @Override
    public @Nullable ApprovalDecision decision() {
        StoredApproval stored = store.read(request.id());
        return stored == null ? null : stored.decision();
    }

    @Override
    public Receipt decide(Answer answer) {
        boolean grants = GrantRule.grants(request, answer.option());
        Vote vote = new Vote(
                answer.decidedBy(),
                TerminalApproval.NAME,
                answer.option(),
                grants,
                answer.reason(),
                answer.input(),
                answer.rule());
        Receipt made = !request.digest().equals(answer.shownDigest())
                ? new Receipt.OperationChanged(request.digest())
                : switch (store.decide(request.id(), answer.shownDigest(), vote)) {
                    case VoteResult.Won(ApprovalDecision decision) -> new Receipt.Accepted(decision);
                    case VoteResult.Counted(int have, int need) -> new Receipt.Counted(have, need);
                    case VoteResult.Late(ApprovalDecision decision) -> new Receipt.AlreadyDecided(decision);
                    case VoteResult.Refused(String why) -> new Receipt.Refused(why);
                };
        receipt = made;
        answered.countDown();
        return made;
    }

    @Override
    public void failed(Throwable cause) {
        problem = cause;
        answered.countDown();
    }

    /** What became of the last answer that was given here; null if none was. */
    public @Nullable Receipt receipt() {
        return receipt;
    }

    /** Why it could not be asked here; null if it could. */
    public @Nullable Throwable problem() {
        return problem;
    }

    /** Whether it was answered here, or could not be asked. */
    public boolean isOver() {
        return answered.getCount() == 0;
    }
}
