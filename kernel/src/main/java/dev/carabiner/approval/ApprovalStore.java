package dev.carabiner.approval;

import dev.carabiner.approval.ApprovalDecision.How;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where requests wait and are decided, and where it is kept what "Allow always" was said to. What is decided here holds,
 * by whichever channel or program it came.
 *
 * <p>A request takes one way: pending, then allowed, denied, expired or cancelled; if allowed, then used, once, and from
 * there executed, failed or unknown. Every change is linearizable: of several at once, one wins and the others learn of
 * it. A method that returns has its effect stored as safely as the store promises; one that throws leaves it open whether
 * the effect is there, and the caller permits nothing on the strength of it. Any thread may call any method, an
 * interrupted one too, and its flag stays set; only {@link #await} ends early then.
 */
public interface ApprovalStore {

    /** Where a request is on its way. */
    enum State {
        PENDING,
        ALLOWED,
        DENIED,
        EXPIRED,
        CANCELLED,
        /** Allowed, and taken by the one attempt that may run the operation. */
        USED,
        EXECUTED,
        FAILED,
        /** It may have been executed or not; it is never run again by itself. */
        UNKNOWN
    }

    /** How the attempt that has taken a request ended. */
    enum Execution {
        EXECUTED,
        FAILED,
        UNKNOWN,
        /** The request was not granted, and who asked has taken note of that. */
        REFUSED
    }

    /** What became of a vote. */
    sealed interface VoteResult {

        /** It decided the request. */
        record Won(ApprovalDecision decision) implements VoteResult {}

        /** It counts, or counted before; so many are there of those that are needed. */
        record Counted(int have, int need) implements VoteResult {}

        /** The request was decided before. */
        record Late(ApprovalDecision decision) implements VoteResult {

            /** Who decided. */
            public String who() {
                return decision.decidedBy();
            }

            /** And when. */
            public Instant when() {
                return decision.decidedAt();
            }
        }

        /** It cannot count; the request is as it was. */
        record Refused(String why) implements VoteResult {}
    }

    /**
     * Stores a pending request; its time begins now. A second time with the same id does nothing.
     *
     * @throws IllegalArgumentException if there is a request with this id and another digest
     */
    void request(ApprovalRequest request);

    /** The same as {@link #decide(String, String, Vote)}, without an edited input and without a wish for a rule. */
    default VoteResult decide(
            String id, String digest, String voter, String channel, String option, boolean approve, String reason) {
        return decide(id, digest, new Vote(voter, channel, option, approve, reason, null, null));
    }

    /**
     * Counts a vote. Each voter has one; a denial ends the request; so many approvals as it needs grant it. A vote that
     * {@link Vote#refusal} refuses, or that is for a request which is not stored, is refused; one that comes after the
     * decision or after the time is late.
     *
     * @param digest the digest that the voter was shown
     */
    VoteResult decide(String id, String digest, Vote vote);

    /**
     * Waits until the request is no longer pending, or for as long as given. Returns what is stored then; never misses a
     * change that is made while it begins to wait.
     *
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     * @throws IllegalArgumentException if no such request is stored
     */
    StoredApproval await(String id, Duration atMost) throws InterruptedException;

    /**
     * Takes an allowed request for one attempt to run the operation; so it takes one that expired and is allowed by
     * default. Returns true again for the same attempt, so that a caller which does not know whether its call got through
     * can repeat it; false for every other attempt, for another digest, and for what is not allowed.
     */
    boolean consume(String id, String digest, String attempt);

    /**
     * Says how it ended: for the attempt that has {@linkplain #consume consumed} the request, or, with
     * {@link Execution#REFUSED}, for a request that was denied, expired or cancelled. Without effect for any other
     * attempt, and the second time.
     */
    void finish(String id, String attempt, Execution execution);

    /** Keeps that "Allow always" was said in this session to what the key stands for. A second time does nothing. */
    void remember(String session, String key);

    /** Whether that is kept. */
    boolean remembered(String session, String key);

    /**
     * Ends a pending request without an answer. One that is decided stays as it is.
     *
     * @param how any but the ways that are answers; {@link How#TIMEOUT} expires it
     * @param reason what went wrong, for {@link How#FAILED}
     * @return the decision that holds then: this one, or the one that came before
     * @throws IllegalArgumentException if no such request is stored
     */
    ApprovalDecision cancel(String id, How how, String reason);

    /**
     * Expires pending requests whose time is over, so many at most, and returns how many it was. A request counts as
     * expired from that time on, also without this.
     */
    int expire(int limit);

    /** Drops requests that ended before this time, and what was remembered before it; returns how many requests. */
    int forget(Instant before);

    /** What is stored of a request; null if nothing is. */
    @Nullable
    StoredApproval read(String id);

    /**
     * The pending requests of all sessions in the order in which they expire, so many at most.
     *
     * @param after the last one of the page before; null for the first page
     */
    List<StoredApproval> pending(@Nullable StoredApproval after, int limit);

    /**
     * The requests of a session by this hook for this operation that no attempt has taken: pending, allowed and not
     * consumed, or refused and not {@linkplain #finish finished}. The oldest first. By this an agent that died while it
     * waited finds its request.
     */
    List<StoredApproval> find(String session, String hook, String digest);

    /**
     * A store that lives as long as the object. Of the requests that have ended it keeps the last thousand,
     * and the last ten thousand grants that no attempt has taken.
     */
    static ApprovalStore inMemory() {
        return inMemory(Clock.systemUTC());
    }

    /** The same with a clock of its own for the times it writes down; how long a request waits is measured apart from it. */
    static ApprovalStore inMemory(InstantSource clock) {
        return new InMemoryApprovalStore(Objects.requireNonNull(clock, "clock"));
    }
}
