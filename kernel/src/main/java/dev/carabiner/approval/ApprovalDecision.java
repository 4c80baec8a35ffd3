package dev.carabiner.approval;

import dev.carabiner.event.EventData;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a request ended. The kernel and the store make these; what a channel hands in is an {@link Answer}.
 *
 * @param option the chosen option; null if no option was chosen
 * @param reason why it was refused, as the model is told; empty if it was granted
 * @param decidedBy the person or named system, {@code rule ID}, {@code session} for a remembered grant,
 *     {@code timeout}, {@code cancellation} or {@code kernel}
 * @param channel the name of the channel that the answer came by; empty if it came by none
 * @param input the tool's input as a human edited it; null if it was handed in as it was, or not at all
 * @param rule the rule that a human wishes to have made of the answer; null for none
 */
public record ApprovalDecision(
        boolean granted,
        @Nullable String option,
        How how,
        String reason,
        String decidedBy,
        String channel,
        Instant decidedAt,
        @Nullable EventData input,
        @Nullable EventData rule) {

    /** By which way a decision came about. */
    public enum How {
        /** A person or a named system chose an option. */
        ANSWERED,
        /** "Allow always" was said earlier in this session. */
        REMEMBERED,
        /** A standing rule decided. */
        RULE,
        /** The time passed; the request's default holds. */
        TIMEOUT,
        /** The session was cancelled. */
        CANCELLED,
        /** The thread that waited was interrupted. */
        INTERRUPTED,
        /** The session has ended. */
        ENDED,
        /** There is no channel at all. */
        UNAVAILABLE,
        /** There are channels, and none of them reaches a person. */
        UNREACHABLE,
        /** All channels have failed, or the store, or the record. */
        FAILED
    }

    public ApprovalDecision {
        Objects.requireNonNull(how, "how a decision came about");
        Objects.requireNonNull(reason, "the reason of a decision");
        Objects.requireNonNull(decidedBy, "who decided");
        Objects.requireNonNull(channel, "the channel of a decision");
        Objects.requireNonNull(decidedAt, "the time of a decision");
    }

    /** A decision that came neither by a channel nor with an edited input. */
    public ApprovalDecision(
            boolean granted, @Nullable String option, How how, String reason, String decidedBy, Instant decidedAt) {
        this(granted, option, how, reason, decidedBy, "", decidedAt, null, null);
    }

    /** What a vote comes to: granted if it approves, else denied as the user's. For stores. */
    public static ApprovalDecision answered(ApprovalRequest request, Vote vote, Instant now) {
        return new ApprovalDecision(
                vote.approve(),
                vote.option(),
                How.ANSWERED,
                vote.approve() ? "" : denial(request, vote.reason()),
                vote.voter(),
                vote.channel(),
                now,
                request.edited(vote.input()),
                vote.rule());
    }

    private static String denial(ApprovalRequest request, String reason) {
        String denied = "User denied: " + GrantRule.shortened(request.prompt());
        return reason.isBlank() ? denied : denied + " (" + reason + ")";
    }

    /**
     * What it comes to when a request ends without an answer: denied, but for a timeout of a request that is allowed by
     * default. For stores and the kernel.
     *
     * @param detail what went wrong, for {@link How#FAILED}
     * @throws IllegalArgumentException for the ways that are answers
     */
    public static ApprovalDecision unanswered(ApprovalRequest request, How how, String detail, Instant now) {
        String prompt = GrantRule.shortened(request.prompt());
        return switch (how) {
            case TIMEOUT ->
                request.byDefault() == Decision.ALLOW
                        ? new ApprovalDecision(true, null, how, "", "timeout", now)
                        : denied(how, "Approval timeout - denied by default: " + prompt, "timeout", now);
            case CANCELLED -> denied(how, "Approval cancelled: " + prompt, "cancellation", now);
            case INTERRUPTED -> denied(how, "Interrupted", "kernel", now);
            case ENDED -> denied(how, "The session has ended", "kernel", now);
            case UNAVAILABLE -> denied(how, "No approval system available", "kernel", now);
            case UNREACHABLE -> denied(how, "Nobody could be asked - denied by default: " + prompt, "kernel", now);
            case FAILED -> denied(how, "Approval system failed: " + detail, "kernel", now);
            case ANSWERED, REMEMBERED, RULE -> throw new IllegalArgumentException(how + " is an answer");
        };
    }

    private static ApprovalDecision denied(How how, String reason, String by, Instant now) {
        return new ApprovalDecision(false, null, how, reason, by, now);
    }
}
