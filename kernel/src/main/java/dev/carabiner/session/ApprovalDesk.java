package dev.carabiner.session;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.display.Throwables;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.session.Inquiry.Asker;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Gets an outcome's questions answered, one after another; the first refusal ends it. In this order: the standing rules,
 * what "Allow always" was said to, the channels. Whatever goes wrong on the way denies.
 */
final class ApprovalDesk {

    private final @Nullable StandingAnswers rules;
    private final UnaryOperator<ApprovalRequest> quorum;
    private final Recorder recorder;
    private final Inquiry inquiry;
    private final Turns turns = new Turns();

    ApprovalDesk(
            @Nullable StandingAnswers rules,
            UnaryOperator<ApprovalRequest> quorum,
            Recorder recorder,
            Inquiry inquiry) {
        this.rules = rules;
        this.quorum = quorum;
        this.recorder = recorder;
        this.inquiry = inquiry;
    }

    /** Asks all questions of an outcome that has some. */
    Settlement settle(HookOutcome outcome, Asker asker) {
        Grants grants = inquiry.newGrants();
        for (Question question : outcome.questions()) {
            switch (conclusion(outcome, question, asker)) {
                case Conclusion.Impossible(String reason) -> {
                    grants.burn();
                    return new Settlement.Refused(reason, false, Denier.BROKEN);
                }
                case Conclusion.Waiting(String id) -> {
                    grants.release();
                    return new Settlement.Waiting(id);
                }
                case Conclusion.Decided decided -> {
                    grants.take(decided);
                    if (decided.refusal() != null) {
                        grants.burn();
                        return new Settlement.Refused(
                                decided.refusal(), isStop(decided.decision()), Denier.of(decided));
                    }
                    EventData edited = decided.request().editedBy(decided.decision());
                    if (edited != null) { // the other questions are about an input that is gone
                        String by = decided.decision().decidedBy();
                        return granted(grants, new Settlement.Edited(edited, by, grants));
                    }
                }
            }
        }
        return granted(grants, new Settlement.Granted(grants));
    }

    private static Settlement granted(Grants grants, Settlement settlement) {
        return grants.consume()
                ? settlement
                : new Settlement.Refused(
                        "The approval was used by another attempt, or cannot be used", false, Denier.KERNEL);
    }

    private static boolean isStop(ApprovalDecision decision) {
        return decision.how() == How.CANCELLED || decision.how() == How.INTERRUPTED;
    }

    private Conclusion conclusion(HookOutcome outcome, Question question, Asker asker) {
        ApprovalRequest request;
        try {
            request = request(outcome, question);
        } catch (InvalidEventDataException e) {
            // no digest, so nothing to bind an answer to
            return new Conclusion.Impossible("Cannot ask about this operation: " + e.getMessage());
        } catch (RuntimeException e) {
            recorder.portFailed("approval votes", outcome.event(), asker.callId(), e);
            return new Conclusion.Impossible("Approval system failed: " + Throwables.inWords(e));
        }
        Ruling ruling = ruling(request);
        return switch (ruling) {
            case null -> inquiry.ask(request, null, asker); // not even what the session remembers
            case Ruling.Denied(String id) -> inquiry.ruled(request, id, false, asker);
            case Ruling.Allowed(String id) ->
                request.votesNeeded() > 1 // one person may have made the rule
                        ? rememberedOrAsked(request, asker)
                        : inquiry.ruled(request, id, true, asker);
            case Ruling.None none -> rememberedOrAsked(request, asker);
        };
    }

    private ApprovalRequest request(HookOutcome outcome, Question question) {
        ApprovalRequest request = new ApprovalRequest(
                UUID.randomUUID().toString(),
                recorder.session(),
                outcome.event(),
                question,
                outcome.data(),
                ApprovalRequest.digestOf(outcome.data()),
                recorder.now());
        return quorum.apply(request);
    }

    /** Null if the rules are broken: a deny rule that cannot be read must not be passed over by a remembered grant. */
    private @Nullable Ruling ruling(ApprovalRequest request) {
        if (rules == null) {
            return new Ruling.None();
        }
        try {
            return rules.decide(request);
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            recorder.portFailed("approval rules", request, e);
            return null;
        }
    }

    /** The same question, asked by several at once, is answered for all of them by one "Allow always". */
    private Conclusion rememberedOrAsked(ApprovalRequest request, Asker asker) {
        String key = GrantKey.of(request);
        if (key == null) {
            return inquiry.ask(request, null, asker);
        }
        if (!asker.mayWait()) {
            return inquiry.rememberedOrAsked(request, key, asker);
        }
        try (Turns.Turn turn = turns.take(key, request.timeout())) {
            return turn == null
                    ? inquiry.denied(request, turnNeverCame(request), asker)
                    : inquiry.rememberedOrAsked(request.createdAt(recorder.now()), key, asker);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ApprovalDecision interrupted = ApprovalDecision.unanswered(request, How.INTERRUPTED, "", recorder.now());
            return inquiry.denied(request, interrupted, asker);
        }
    }

    /** It was never shown, so what it says of a timeout does not hold. */
    private ApprovalDecision turnNeverCame(ApprovalRequest request) {
        String reason = "Approval timeout - denied by default: " + GrantRule.shortened(request.prompt());
        return new ApprovalDecision(false, null, How.TIMEOUT, reason, "timeout", recorder.now());
    }
}
