package dev.carabiner.session;

import dev.carabiner.approval.ApprovalChannel;
import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.GrantRule;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.display.Throwables;
import dev.carabiner.hook.Scope;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Brings a request to its decision, and the decision to record and events. In this order: what the session remembers, a
 * request of the same operation that is still open in the store, a new one.
 */
final class Inquiry {

    /**
     * Who asks.
     *
     * @param callId the tool call that it is about, if there is one
     * @param mayWait whether the thread waits for the decision
     */
    record Asker(@Nullable String callId, boolean mayWait) {}

    /** Where decisions are made, and by whom. */
    record Deciders(
            ApprovalStore store,
            boolean isStoreShared,
            List<ApprovalChannel> channels,
            @Nullable StandingAnswers rules) {

        /** A shared store can be answered in from elsewhere by who was told that it waits. */
        boolean reachable(Asker asker) {
            return !channels.isEmpty() || (isStoreShared && !asker.mayWait());
        }
    }

    private final Deciders deciders;
    private final ApprovalStore store;
    private final Recorder recorder;
    private final ApprovalJournal journal;
    private final Lifecycle lifecycle;
    private final CancellationToken cancellation;
    private final Set<String> claimed = ConcurrentHashMap.newKeySet(); // ids that an attempt is busy with
    private final DeferredAnswers deferred = new DeferredAnswers();

    Inquiry(
            Deciders deciders,
            Recorder recorder,
            ApprovalJournal journal,
            Lifecycle lifecycle,
            CancellationToken cancellation) {
        this.deciders = deciders;
        this.store = deciders.store();
        this.recorder = recorder;
        this.journal = journal;
        this.lifecycle = lifecycle;
        this.cancellation = cancellation;
    }

    Grants newGrants() {
        return new Grants(store, recorder, claimed);
    }

    Conclusion ruled(ApprovalRequest request, String rule, boolean allowed, Asker asker) {
        String reason = allowed ? "" : "Denied by rule " + rule;
        ApprovalDecision decision =
                new ApprovalDecision(allowed, null, How.RULE, reason, "rule " + rule, recorder.now());
        return concluded(request, decision, rule, asker);
    }

    /** For a denial that was not made in the store. */
    Conclusion denied(ApprovalRequest request, ApprovalDecision decision, Asker asker) {
        return concluded(request, decision, null, asker);
    }

    private Conclusion concluded(
            ApprovalRequest request, ApprovalDecision decision, @Nullable String rule, Asker asker) {
        String refusal = journal.decided(request, decision, rule, asker.callId());
        journal.announceDecision(request, decision, refusal, asker.callId());
        return new Conclusion.Decided(request, decision, refusal, false);
    }

    Conclusion rememberedOrAsked(ApprovalRequest request, String key, Asker asker) {
        if (!isRemembered(request, key)) {
            return ask(request, key, asker);
        }
        ApprovalDecision decision = new ApprovalDecision(true, null, How.REMEMBERED, "", "session", recorder.now());
        return concluded(request, decision, null, asker);
    }

    private boolean isRemembered(ApprovalRequest request, String key) {
        boolean[] remembered = {false};
        recorder.call("approval store", request, () -> remembered[0] = store.remembered(request.session(), key));
        return remembered[0];
    }

    /** @param key what an "Allow always" is to be remembered by; null if it is not */
    Conclusion ask(ApprovalRequest request, @Nullable String key, Asker asker) {
        if (lifecycle.isEnded()) {
            return denied(request, unanswered(request, How.ENDED, ""), asker);
        }
        try {
            StoredApproval open = claimOpen(request);
            return open == null ? begun(request, key, asker) : resumed(open, key, asker);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return denied(request, unanswered(request, How.INTERRUPTED, ""), asker);
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            claimed.remove(request.id());
            recorder.portFailed("approval store", request, e);
            return denied(request, unanswered(request, How.FAILED, Throwables.inWords(e)), asker);
        }
    }

    /**
     * The oldest one for this operation that no attempt has taken, now claimed for this attempt. The same data under
     * another event are another operation.
     */
    private @Nullable StoredApproval claimOpen(ApprovalRequest request) {
        for (StoredApproval open : open(request)) {
            StoredApproval taken = claimed.add(open.id()) ? stillOpen(open) : null;
            if (taken != null) {
                return taken;
            }
        }
        return null;
    }

    private List<StoredApproval> open(ApprovalRequest request) {
        return store.find(request.session(), request.hook(), request.digest()).stream()
                .filter(open -> open.request().event().equals(request.event()))
                .toList();
    }

    /** As it is now that it is claimed: the attempt that had claimed it before may have come to its end since it was found. */
    private @Nullable StoredApproval stillOpen(StoredApproval found) {
        StoredApproval taken = null;
        try {
            taken = open(found.request()).stream()
                    .filter(open -> open.id().equals(found.id()))
                    .findFirst()
                    .orElse(null);
            return taken;
        } finally {
            if (taken == null) {
                claimed.remove(found.id());
            }
        }
    }

    private Conclusion resumed(StoredApproval open, @Nullable String key, Asker asker) throws InterruptedException {
        CompletableFuture<Conclusion.Decided> asked = deferred.of(open.id());
        ApprovalDecision decision = open.decision();
        boolean done = false;
        try {
            boolean isUndecided = decision == null && asked != null && !asked.isDone();
            if (isUndecided && !asker.mayWait()) {
                return new Conclusion.Waiting(open.id());
            }
            Conclusion conclusion;
            if (asked != null) {
                Conclusion.Decided told = asked.get(); // decided in the store: the thread that waits there says so
                deferred.taken(open.id());
                conclusion = recordedAgain(told, asker);
            } else if (decision != null) {
                conclusion = told(open.request(), decision, key, asker, null);
            } else {
                conclusion = begun(open.request(), key, asker);
            }
            done = conclusion instanceof Conclusion.Decided;
            return conclusion;
        } catch (ExecutionException e) {
            throw new IllegalStateException("The question could not be asked", e.getCause());
        } finally {
            if (!done) {
                claimed.remove(open.id());
            }
        }
    }

    /** The decision was recorded in the emit that asked; it is in this one too, which goes on with it. */
    private Conclusion.Decided recordedAgain(Conclusion.Decided told, Asker asker) {
        String refusal = journal.decided(told.request(), told.decision(), null, asker.callId());
        return told.refusal() == null
                ? new Conclusion.Decided(told.request(), told.decision(), refusal, told.isStored())
                : told;
    }

    /** Records, stores, announces, offers; then waits here, or has it waited for on a thread of its own. */
    private Conclusion begun(ApprovalRequest request, @Nullable String key, Asker asker) {
        String unrecorded = journal.requested(request, asker.callId());
        if (unrecorded != null) {
            return denied(
                    request,
                    new ApprovalDecision(false, null, How.FAILED, unrecorded, "kernel", recorder.now()),
                    asker);
        }
        if (!deciders.reachable(asker)) {
            journal.announceRequest(request, asker.callId());
            return denied(request, unanswered(request, How.UNAVAILABLE, ""), asker);
        }
        claimed.add(request.id());
        store.request(request);
        Asking asking = new Asking(request, store, deciders.channels(), recorder);
        asking.listenTo(lifecycle, cancellation); // first, so that a request of a session that is over is never offered
        journal.announceRequest(request, asker.callId());
        if (asker.mayWait()) {
            return told(request, asking.ask(), key, asker, null);
        }
        CompletableFuture<Conclusion.Decided> later = deferred.begun(request.id());
        claimed.remove(request.id());
        Thread.ofVirtual().name("carabiner-deferred-" + request.id()).start(Scope.carrying(() -> {
            try {
                told(request, asking.ask(), key, asker, later);
            } catch (Throwable e) { // nothing above this thread would hear of it
                later.completeExceptionally(e);
            } finally {
                deferred.ended(request.id());
            }
        }));
        return new Conclusion.Waiting(request.id());
    }

    /** Puts a decision of the store on the record, remembers it, and emits its event. */
    private Conclusion.Decided told(
            ApprovalRequest request,
            ApprovalDecision decision,
            @Nullable String key,
            Asker asker,
            @Nullable CompletableFuture<Conclusion.Decided> waiting) {
        String refusal = journal.decided(request, decision, null, asker.callId());
        if (refusal == null || !decision.granted()) { // it is on the record
            remember(request, decision, key);
        }
        Conclusion.Decided decided = new Conclusion.Decided(request, decision, refusal, true);
        if (waiting != null) {
            waiting.complete(decided); // before the events: a handler of theirs may come back with the call
        }
        journal.announceDecision(request, decision, refusal, asker.callId());
        return decided;
    }

    /** An edited input is another operation than the one that was shown. */
    private void remember(ApprovalRequest request, ApprovalDecision decision, @Nullable String key) {
        String option = decision.option();
        boolean always = decision.granted() && option != null && GrantRule.remembers(option);
        if (always && key != null && request.editedBy(decision) == null) {
            recorder.call("approval store", request, () -> store.remember(request.session(), key));
        }
        StandingAnswers rules = deciders.rules();
        if (decision.rule() != null && rules != null) {
            recorder.call("approval rules", request, () -> rules.wished(request, decision));
        }
    }

    private ApprovalDecision unanswered(ApprovalRequest request, How how, String detail) {
        return ApprovalDecision.unanswered(request, how, detail, recorder.now());
    }
}
