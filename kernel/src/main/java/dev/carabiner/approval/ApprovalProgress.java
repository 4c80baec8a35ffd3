package dev.carabiner.approval;

import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request from pending to its end: every change that a store may make to it, and no other. A store loads
 * it, {@linkplain #expireIfOver expires} it if its time is over, makes one change and keeps the result, all under a lock
 * or in a transaction of its own: an object is not safe for several threads.
 */
public final class ApprovalProgress {

    private final ApprovalRequest request;
    private final List<Vote> votes;
    private State state;
    private @Nullable ApprovalDecision decision;
    private @Nullable String attempt;
    private boolean refusalNoted;

    /** A new request: pending, without votes. */
    public ApprovalProgress(ApprovalRequest request) {
        this(request, State.PENDING, List.of(), null, null, false);
    }

    /**
     * A request as a store has kept it.
     *
     * @param votes the approvals counted so far, in their order
     * @param decision how it was decided; null exactly while it is pending
     * @param attempt the attempt that has consumed it; null if none has
     * @param refusalNoted whether the one who asked has taken note of a refusal
     */
    public ApprovalProgress(
            ApprovalRequest request,
            State state,
            List<Vote> votes,
            @Nullable ApprovalDecision decision,
            @Nullable String attempt,
            boolean refusalNoted) {
        this.request = Objects.requireNonNull(request, "request");
        this.state = Objects.requireNonNull(state, "state");
        this.votes = new ArrayList<>(votes);
        this.decision = decision;
        this.attempt = attempt;
        this.refusalNoted = refusalNoted;
    }

    /** What was asked. */
    public ApprovalRequest request() {
        return request;
    }

    /** How far it has come. */
    public State state() {
        return state;
    }

    /** How the request was decided; null while it is pending. */
    public @Nullable ApprovalDecision decision() {
        return decision;
    }

    /** The attempt that has consumed the request; null if none has. */
    public @Nullable String attempt() {
        return attempt;
    }

    /** Whether the one who asked has taken note of a refusal. */
    public boolean refusalNoted() {
        return refusalNoted;
    }

    /** The approvals counted so far, in their order. */
    public List<Vote> votes() {
        return List.copyOf(votes);
    }

    /** The request as others read it. */
    public StoredApproval stored(Instant expires) {
        return new StoredApproval(request, state, expires, votes, decision);
    }

    /** Expires a pending request whose time is over. Returns whether this call has changed it. */
    public boolean expireIfOver(boolean isOver, Instant now) {
        if (state != State.PENDING || !isOver) {
            return false;
        }
        become(State.EXPIRED, ApprovalDecision.unanswered(request, How.TIMEOUT, "", now));
        return true;
    }

    /** Counts a vote, see {@link ApprovalStore#decide(String, String, Vote)}. */
    public VoteResult decide(String digest, Vote vote, Instant now) {
        String refusal = vote.refusal(request, digest);
        if (refusal != null) {
            return new VoteResult.Refused(refusal);
        }
        if (decision != null) {
            return new VoteResult.Late(decision);
        }
        boolean isNew = votes.stream().noneMatch(it -> it.voter().equals(vote.voter()));
        if (vote.approve() && isNew) {
            votes.add(vote.countedAt(now));
        }
        if (vote.approve() && votes.size() < request.votesNeeded()) {
            return new VoteResult.Counted(votes.size(), request.votesNeeded());
        }
        Vote deciding = vote.approve() && votes.size() > 1 ? Vote.together(votes) : vote;
        ApprovalDecision won = ApprovalDecision.answered(request, deciding, now);
        become(won.granted() ? State.ALLOWED : State.DENIED, won);
        return new VoteResult.Won(won);
    }

    /** Ends a pending request without an answer. Returns the decision that holds then: this one, or an earlier one. */
    public ApprovalDecision end(How how, String reason, Instant now) {
        if (decision != null) {
            return decision;
        }
        ApprovalDecision unanswered = ApprovalDecision.unanswered(request, how, reason, now);
        become(how == How.TIMEOUT ? State.EXPIRED : State.CANCELLED, unanswered);
        return unanswered;
    }

    /** Takes the request for one attempt, see {@link ApprovalStore#consume}. Returns whether that attempt has it. */
    public boolean consume(String digest, String by) {
        boolean same = request.digest().equals(digest);
        if (same && attempt == null && !refusalNoted && isGranted()) {
            state = State.USED;
            attempt = by;
        }
        return same && by.equals(attempt);
    }

    /** Notes how the attempt ended, see {@link ApprovalStore#finish}. Returns whether this call has changed anything. */
    public boolean finish(String by, Execution execution) {
        if (execution == Execution.REFUSED) {
            boolean noted = decision != null && attempt == null && state != State.ALLOWED && !refusalNoted;
            refusalNoted |= noted;
            return noted;
        }
        if (state != State.USED || !by.equals(attempt)) {
            return false;
        }
        state = State.valueOf(execution.name());
        return true;
    }

    /** Whether {@link ApprovalStore#find} gives it: no attempt has taken it, and no refusal was noted. */
    public boolean isOpenToAttempts() {
        return attempt == null && !refusalNoted;
    }

    /** Allowed, or allowed by default because the time has passed. */
    private boolean isGranted() {
        return state == State.ALLOWED || (state == State.EXPIRED && decision != null && decision.granted());
    }

    private void become(State next, ApprovalDecision how) {
        state = next;
        decision = how;
    }
}
