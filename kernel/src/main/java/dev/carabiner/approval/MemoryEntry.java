package dev.carabiner.approval;

import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One request of the store in memory. Every change is made under its lock. */
final class MemoryEntry {

    /** As good as for ever, and still a time that can be added to another. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final ApprovalRequest request;
    private final InstantSource clock;
    private final long order;
    private final Consumer<MemoryEntry> whenEnded;
    private final Instant expires;
    private final long deadline; // by System.nanoTime: a clock may be set, or stand still in a test
    private final CountDownLatch decided = new CountDownLatch(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Vote> votes = new ArrayList<>();
    private State state = State.PENDING;
    private @Nullable ApprovalDecision decision;
    private @Nullable String attempt;
    private boolean finished;

    /** @param whenEnded told once, under the lock, when the request is refused or taken */
    MemoryEntry(ApprovalRequest request, InstantSource clock, long order, Consumer<MemoryEntry> whenEnded) {
        this.request = request;
        this.clock = clock;
        this.order = order;
        this.whenEnded = whenEnded;
        Duration time = request.timeout().compareTo(LONGEST) < 0 ? request.timeout() : LONGEST;
        this.expires = clock.instant().plus(time);
        this.deadline = System.nanoTime() + time.toNanos();
    }

    ApprovalRequest request() {
        return request;
    }

    long order() {
        return order;
    }

    VoteResult decide(String digest, Vote vote) {
        return locked(() -> {
            String refusal = vote.refusal(request, digest);
            if (refusal != null) {
                return new VoteResult.Refused(refusal);
            }
            ApprovalDecision before = current();
            if (before != null) {
                return new VoteResult.Late(before);
            }
            boolean isNew = votes.stream().noneMatch(it -> it.voter().equals(vote.voter()));
            if (vote.approve() && isNew) {
                votes.add(vote);
            }
            if (vote.approve() && votes.size() < request.votesNeeded()) {
                return new VoteResult.Counted(votes.size(), request.votesNeeded());
            }
            Vote deciding = vote.approve() && votes.size() > 1 ? Vote.together(votes) : vote;
            ApprovalDecision won = ApprovalDecision.answered(request, deciding, clock.instant());
            become(won.granted() ? State.ALLOWED : State.DENIED, won);
            return new VoteResult.Won(won);
        });
    }

    StoredApproval await(Duration atMost) throws InterruptedException {
        long left = Math.min(TimeUnit.NANOSECONDS.convert(atMost), deadline - System.nanoTime());
        boolean ended = decided.await(Math.max(left, 0), TimeUnit.NANOSECONDS);
        if (!ended && Thread.interrupted()) {
            throw new InterruptedException(); // a wait of no time does not look at the flag
        }
        return read();
    }

    boolean consume(String digest, String by) {
        return locked(() -> {
            current();
            boolean byDefault = state == State.EXPIRED && decision != null && decision.granted();
            boolean same = request.digest().equals(digest);
            if (same && !finished && (state == State.ALLOWED || byDefault)) {
                if (state == State.ALLOWED) {
                    whenEnded.accept(this);
                }
                state = State.USED;
                attempt = by;
            }
            return same && by.equals(attempt);
        });
    }

    void finish(String by, Execution execution) {
        locked(() -> {
            ApprovalDecision now = current();
            if (execution == Execution.REFUSED) {
                finished |= now != null && attempt == null && state != State.ALLOWED;
            } else if (state == State.USED && by.equals(attempt)) {
                state = State.valueOf(execution.name());
            }
            return state;
        });
    }

    /** The decision that holds after it: this end, or an earlier one. */
    ApprovalDecision end(How how, String reason) {
        return locked(() -> {
            ApprovalDecision before = current();
            if (before != null) {
                return before;
            }
            ApprovalDecision unanswered = ApprovalDecision.unanswered(request, how, reason, clock.instant());
            become(how == How.TIMEOUT ? State.EXPIRED : State.CANCELLED, unanswered);
            return unanswered;
        });
    }

    StoredApproval read() {
        return locked(() -> {
            ApprovalDecision now = current();
            return new StoredApproval(request, state, expires, votes, now);
        });
    }

    /** Whether this call has expired it. */
    boolean expireIfOver() {
        return locked(() -> state == State.PENDING && current() != null);
    }

    boolean endedBefore(Instant moment) {
        return locked(() -> {
            ApprovalDecision now = current();
            return now != null && now.decidedAt().isBefore(moment);
        });
    }

    boolean isOpenToAttempts() {
        return locked(() -> attempt == null && !finished);
    }

    /** The decision so far; time that has passed is one, whether or not it has been looked at. */
    private @Nullable ApprovalDecision current() {
        if (state == State.PENDING && System.nanoTime() - deadline >= 0) {
            become(State.EXPIRED, ApprovalDecision.unanswered(request, How.TIMEOUT, "", clock.instant()));
        }
        return decision;
    }

    private void become(State next, ApprovalDecision how) {
        state = next;
        decision = how;
        decided.countDown();
        if (next != State.ALLOWED) {
            whenEnded.accept(this);
        }
    }

    private <T> T locked(Supplier<T> change) {
        lock.lock();
        try {
            return change.get();
        } finally {
            lock.unlock();
        }
    }
}
