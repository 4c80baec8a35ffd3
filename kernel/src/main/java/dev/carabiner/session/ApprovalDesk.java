package dev.carabiner.session;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalSystem;
import dev.carabiner.approval.ApprovalTimeoutException;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.Question;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.ApprovalRequested;
import dev.carabiner.display.Trouble;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.hook.EmitDepth;
import dev.carabiner.hook.HookOutcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Gets an outcome's questions answered, one after another; the first refusal ends it. Whatever goes wrong on the way to
 * the human denies.
 */
final class ApprovalDesk {

    /** Announces what the desk does to whoever watches; they cannot interfere. */
    interface Announcer {
        void announce(String event, EventData data);
    }

    /** What "Allow always" was said to. A record, so that no two different questions are ever the same. */
    private record Remembered(String hook, String event, String tool, String prompt, List<String> options) {}

    private final @Nullable ApprovalSystem system;
    private final @Nullable StandingAnswers rules;
    private final CancellationToken cancellation;
    private final Recorder recorder;
    private final Announcer announcer;
    private final Set<Remembered> allowedAlways = ConcurrentHashMap.newKeySet();
    private final Map<Remembered, ReentrantLock> turns = new ConcurrentHashMap<>();

    ApprovalDesk(
            @Nullable ApprovalSystem system,
            @Nullable StandingAnswers rules,
            CancellationToken cancellation,
            Recorder recorder,
            Announcer announcer) {
        this.system = system;
        this.rules = rules;
        this.cancellation = cancellation;
        this.recorder = recorder;
        this.announcer = announcer;
    }

    /** The outcome with its questions answered: granted, or denied with the reason. */
    HookOutcome settle(HookOutcome outcome) {
        List<Question> questions = outcome.questions();
        if (questions.isEmpty()) {
            return outcome;
        }
        for (Question question : questions) {
            String refusal = refusal(outcome, question);
            if (refusal != null) {
                return outcome.deniedBecause(refusal);
            }
        }
        return outcome.questionsGranted();
    }

    private @Nullable String refusal(HookOutcome outcome, Question question) {
        ApprovalRequest request;
        try {
            request = request(outcome, question);
        } catch (InvalidEventDataException e) {
            return "Cannot ask about this operation: " + e.getMessage(); // no digest, so nothing to bind an answer to
        }
        Ruling ruling = ruling(request);
        return switch (ruling) {
            case null -> askHuman(request, null); // not even what the session remembers
            case Ruling.Denied(String id) ->
                conclude(request, decision(false, How.RULE, "Denied by rule " + id, "rule " + id), id);
            case Ruling.Allowed(String id) -> conclude(request, decision(true, How.RULE, "", "rule " + id), id);
            case Ruling.None none -> rememberedOrAsked(request);
        };
    }

    /** Null if the rules are broken: a deny rule that nobody can read must not be passed over. */
    private @Nullable Ruling ruling(ApprovalRequest request) {
        if (rules == null) {
            return new Ruling.None();
        }
        try {
            return rules.decide(request);
        } catch (Throwable e) {
            Trouble.rethrowIfFatal(e);
            recorder.portFailed("approval rules", request.event(), e);
            return null;
        }
    }

    /** The same question, asked by several at once, is answered for all of them by one "Allow always". */
    private @Nullable String rememberedOrAsked(ApprovalRequest request) {
        if (request.options().stream().noneMatch(GrantRule::remembers)) {
            return askHuman(request, null);
        }
        Remembered key =
                new Remembered(request.hook(), request.event(), request.tool(), request.prompt(), request.options());
        ReentrantLock turn = turns.computeIfAbsent(key, unused -> new ReentrantLock());
        try {
            if (!turn.tryLock(request.timeout().toNanos(), TimeUnit.NANOSECONDS)) {
                return conclude(request, timedOut(request), null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return conclude(request, decision(false, How.INTERRUPTED, "Interrupted", "kernel"), null);
        }
        try {
            return allowedAlways.contains(key)
                    ? conclude(request, decision(true, How.REMEMBERED, "", "session"), null)
                    : askHuman(request.createdAt(recorder.now()), key); // its time begins when it is shown
        } finally {
            turn.unlock();
        }
    }

    private @Nullable String askHuman(ApprovalRequest request, @Nullable Remembered key) {
        String unrecorded = announce(request);
        if (unrecorded != null) {
            return conclude(request, decision(false, How.FAILED, unrecorded, "kernel"), null);
        }
        ApprovalDecision decision = ask(request);
        String refusal = conclude(request, decision, null);
        String option = decision.option();
        boolean always = decision.how() == How.ANSWERED && option != null && GrantRule.remembers(option);
        if (refusal == null && key != null && always) {
            allowedAlways.add(key);
        }
        return refusal;
    }

    private ApprovalRequest request(HookOutcome outcome, Question question) {
        return new ApprovalRequest(
                UUID.randomUUID().toString(),
                recorder.session(),
                outcome.event(),
                question,
                outcome.data(),
                CanonicalJson.digest(outcome.data().without("timestamp")),
                recorder.now());
    }

    private ApprovalDecision ask(ApprovalRequest request) {
        if (system == null) {
            return settled(request, decision(false, How.UNAVAILABLE, "No approval system available", "kernel"));
        }
        String shown = GrantRule.shortened(request.prompt());
        Runnable cancel =
                () -> request.settle(decision(false, How.CANCELLED, "Approval cancelled: " + shown, "cancellation"));
        CancellationToken.Listening listening = cancellation.onRequest(cancel); // first, so that a cancelled one wins
        int depth = EmitDepth.current();
        Thread asking = Thread.ofVirtual()
                .name("carabiner-approval-" + request.id())
                .start(() -> {
                    EmitDepth.continueAt(depth);
                    request.settle(answer(system, request));
                });
        try {
            return request.await(request.timeout());
        } catch (TimeoutException e) {
            return settled(request, timedOut(request));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return settled(request, decision(false, How.INTERRUPTED, "Interrupted", "kernel"));
        } finally {
            listening.close();
            asking.interrupt();
        }
    }

    /** On a thread of its own, so that it can be abandoned. */
    private ApprovalDecision answer(ApprovalSystem asked, ApprovalRequest request) {
        try {
            String option = asked.requestApproval(request);
            if (option == null) {
                return decision(false, How.FAILED, "Approval system failed: it gave no answer", "kernel");
            }
            return GrantRule.answered(request, option, nameOf(asked), recorder.now());
        } catch (ApprovalTimeoutException e) {
            return timedOut(request);
        } catch (InterruptedException e) {
            return decision(false, How.FAILED, "Approval system failed: interrupted", "kernel");
        } catch (Throwable e) { // of any kind: nobody else would hear of it, and the default must not hold
            recorder.portFailed("approval system", request.event(), e);
            return decision(false, How.FAILED, "Approval system failed: " + Trouble.inWords(e), "kernel");
        }
    }

    private static String nameOf(ApprovalSystem asked) {
        Class<?> type = asked.getClass();
        return type.isHidden() || type.isAnonymousClass() ? "approval system" : type.getSimpleName();
    }

    private ApprovalDecision timedOut(ApprovalRequest request) {
        if (request.byDefault() == Decision.ALLOW) {
            return decision(true, How.TIMEOUT, "", "timeout");
        }
        String shown = GrantRule.shortened(request.prompt());
        return decision(false, How.TIMEOUT, "Approval timeout - denied by default: " + shown, "timeout");
    }

    /** Somebody may have answered in the very moment; then theirs is the decision. */
    private static ApprovalDecision settled(ApprovalRequest request, ApprovalDecision ours) {
        request.settle(ours);
        ApprovalDecision first = request.decision();
        return first == null ? ours : first;
    }

    private ApprovalDecision decision(boolean granted, How how, String reason, String by) {
        return new ApprovalDecision(granted, null, how, reason, by, recorder.now());
    }

    private @Nullable String announce(ApprovalRequest request) {
        String unrecorded = recorder.append(new ApprovalRequested(
                recorder.session(),
                request.created(),
                request.hook(),
                request.id(),
                request.event(),
                request.tool(),
                request.prompt(),
                request.options(),
                request.timeout().toMillis(),
                Recorder.name(request.byDefault()),
                request.digest()));
        announcer.announce(
                "approval:required",
                about(request)
                        .with("options", request.options())
                        .with("timeout_ms", request.timeout().toMillis())
                        .with("by_default", request.byDefault())
                        .with("digest", request.digest()));
        announcer.announce(
                "user:notification",
                EventData.of(
                        "notification_type", "approval_required",
                        "message", request.prompt(),
                        "metadata", about(request)));
        return unrecorded;
    }

    /** Puts the decision on the record and tells it; returns the refusal, or null if it is granted. */
    private @Nullable String conclude(ApprovalRequest request, ApprovalDecision decision, @Nullable String rule) {
        String unrecorded = recorder.append(new ApprovalDecided(
                recorder.session(),
                decision.decidedAt(),
                decision.decidedBy(),
                request.id(),
                request.hook(),
                request.event(),
                request.tool(),
                decision.granted(),
                Recorder.name(decision.how()),
                decision.option(),
                rule,
                decision.reason(),
                request.digest()));
        String refusal = !decision.granted() ? decision.reason() : unrecorded;
        EventData told = about(request)
                .with("decided_by", decision.decidedBy())
                .with("how", decision.how())
                .with("cached", decision.how() == How.REMEMBERED);
        if (refusal == null) {
            announcer.announce("approval:granted", told);
        } else {
            announcer.announce("approval:denied", told.with("reason", refusal));
        }
        return refusal;
    }

    private static EventData about(ApprovalRequest request) {
        return EventData.of(
                "request_id", request.id(),
                "hook_name", request.hook(),
                "source_event", request.event(),
                "tool_name", request.tool(),
                "prompt", request.prompt());
    }
}
