package dev.carabiner.testkit;

import dev.carabiner.approval.Answer;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.PendingApproval;
import dev.carabiner.approval.Receipt;
import dev.carabiner.approval.Vote;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A request in the hands of a channel, without a kernel: it remembers what the channel hands in. */
public final class RecordedPending implements PendingApproval {

    private final ApprovalRequest request;
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    private final AtomicReference<@Nullable ApprovalDecision> decision = new AtomicReference<>();

    /** A request that waits, and whose answers are kept for a test to look at. */
    public RecordedPending(ApprovalRequest request) {
        this.request = request;
    }

    @Override
    public ApprovalRequest request() {
        return request;
    }

    @Override
    public @Nullable ApprovalDecision decision() {
        return decision.get();
    }

    /** The first answer decides; each is remembered. */
    @Override
    public Receipt decide(Answer answer) {
        answers.add(answer);
        boolean granted = GrantRule.grants(request, answer.option());
        Vote vote = new Vote(answer.decidedBy(), "channel", answer.option(), granted, answer.reason(), null, null);
        ApprovalDecision mine = ApprovalDecision.answered(request, vote, Instant.now());
        ApprovalDecision first = decision.compareAndExchange(null, mine);
        return first == null ? new Receipt.Accepted(mine) : new Receipt.AlreadyDecided(first);
    }

    /** Decides as if the answer had come by another channel. Returns false if there is a decision. */
    public boolean decided(ApprovalDecision elsewhere) {
        return decision.compareAndSet(null, elsewhere);
    }

    @Override
    public void failed(Throwable problem) {
        failures.add(problem);
    }

    /** The next answer that the channel hands in; null if none comes within the time. */
    public @Nullable Answer answer(Duration atMost) throws InterruptedException {
        return answers.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What the channel has reported as failures so far. */
    public List<Throwable> failures() {
        return new ArrayList<>(failures);
    }
}
