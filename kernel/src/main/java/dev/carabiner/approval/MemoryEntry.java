package dev.carabiner.approval;

import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.approval.ApprovalStore.State;
import dev.carabiner.approval.ApprovalStore.VoteResult;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** One request of the store in memory. Every change is made under its lock. */
final class MemoryEntry {

    /** As good as for ever, and still a time that can be added to another. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final ApprovalRequest request;
    private final InstantSource clock;
    private final long order;
    private final Listener listener;
    private final Instant expires;
    private final long deadline; // by System.nanoTime: a clock may be set, or stand still in a test
    private final CountDownLatch decided = new CountDownLatch(1);

    private final ReentrantLock lock = new ReentrantLock();
    private final ApprovalProgress progress;

    private volatile boolean isTaken; // by an attempt

    /** Told of each change once, under the entry's lock. */
    interface Listener {

        /** Allowed, and waiting for an attempt. */
        void granted(MemoryEntry entry);

        /** Refused, or taken by an attempt. */
        void ended(MemoryEntry entry);
    }

    MemoryEntry(ApprovalRequest request, InstantSource clock, long order, Listener listener) {
        this.request = request;
        this.progress = new ApprovalProgress(request);
        this.clock = clock;
        this.order = order;
        this.listener = listener;
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
            VoteResult result = progress.decide(digest, vote, clock.instant());
            noticeEnd(result instanceof VoteResult.Won);
            return result;
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
            boolean isAllowed = progress.state() == State.ALLOWED;
            boolean taken = progress.consume(digest, by);
            isTaken |= taken;
            if (isAllowed && progress.state() == State.USED) {
                listener.ended(this);
            }
            return taken;
        });
    }

    void finish(String by, Execution execution) {
        locked(() -> progress.finish(by, execution));
    }

    /** The decision that holds after it: this end, or an earlier one. */
    ApprovalDecision end(How how, String reason) {
        return locked(() -> {
            boolean isPending = progress.decision() == null;
            ApprovalDecision held = progress.end(how, reason, clock.instant());
            noticeEnd(isPending);
            return held;
        });
    }

    StoredApproval read() {
        return locked(() -> progress.stored(expires));
    }

    /** Whether an attempt has taken it. Takes no lock, so that an entry may be asked while another one's is held. */
    boolean isTaken() {
        return isTaken;
    }

    /** Whether this call has expired it. */
    boolean expireIfOver() {
        lock.lock();
        try {
            return expire();
        } finally {
            lock.unlock();
        }
    }

    boolean endedBefore(Instant moment) {
        return locked(() -> {
            ApprovalDecision now = progress.decision();
            return now != null && now.decidedAt().isBefore(moment);
        });
    }

    boolean isOpenToAttempts() {
        return locked(progress::isOpenToAttempts);
    }

    /** Time that has passed is a decision, whether or not it has been looked at. */
    private boolean expire() {
        boolean expired = progress.expireIfOver(System.nanoTime() - deadline >= 0, clock.instant());
        noticeEnd(expired);
        return expired;
    }

    private void noticeEnd(boolean hasEnded) {
        if (hasEnded) {
            decided.countDown();
            if (progress.state() == State.ALLOWED) {
                listener.granted(this);
            } else {
                listener.ended(this);
            }
        }
    }

    private <T> T locked(Supplier<T> change) {
        lock.lock();
        try {
            expire();
            return change.get();
        } finally {
            lock.unlock();
        }
    }
}
