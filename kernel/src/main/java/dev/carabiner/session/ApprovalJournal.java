package dev.carabiner.session;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.ApprovalRequested;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.EmitDepth;
import org.jspecify.annotations.Nullable;

/** Puts requests and decisions on the record and emits the {@code approval} events, on the calling thread. */
final class ApprovalJournal {

    /** Emits an event whose handlers cannot interfere. */
    interface Announcer {
        void announce(String event, EventData data);
    }

    private final Recorder recorder;
    private final Announcer announcer;

    ApprovalJournal(Recorder recorder, Announcer announcer) {
        this.recorder = recorder;
        this.announcer = announcer;
    }

    /** Returns null if the request is on record; else why it is not, and then no channel may be asked. */
    @Nullable
    String requested(ApprovalRequest request, @Nullable String callId) {
        return recorder.append(new ApprovalRequested(
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
                request.digest(),
                callId,
                EmitDepth.currentEmit()));
    }

    /** Emits {@code approval:required} and {@code user:notification}. */
    void announceRequest(ApprovalRequest request, @Nullable String callId) {
        EventData about = about(request, callId);
        announcer.announce(
                "approval:required",
                about.with("options", request.options())
                        .with("timeout_ms", request.timeout().toMillis())
                        .with("by_default", request.byDefault())
                        .with("digest", request.digest())
                        .with("scope", request.scope()));
        EventData notification =
                EventData.of("notification_type", "approval_required", "message", request.prompt(), "metadata", about);
        announcer.announce(
                "user:notification", callId == null ? notification : notification.with("tool_call_id", callId));
    }

    /** Returns the refusal: why it was denied, or that a grant cannot be recorded; null if it is granted. */
    @Nullable
    String decided(ApprovalRequest request, ApprovalDecision decision, @Nullable String rule, @Nullable String callId) {
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
                request.digest(),
                decision.decidedBy(),
                decision.channel(),
                callId,
                EmitDepth.currentEmit()));
        return decision.granted() ? unrecorded : decision.reason();
    }

    /** Emits {@code approval:granted}, or with a refusal {@code approval:denied}. */
    void announceDecision(
            ApprovalRequest request, ApprovalDecision decision, @Nullable String refusal, @Nullable String callId) {
        EventData told = about(request, callId)
                .with("decided_by", decision.decidedBy())
                .with("channel", decision.channel())
                .with("how", decision.how())
                .with("cached", decision.how() == How.REMEMBERED);
        if (refusal == null) {
            announcer.announce("approval:granted", told);
        } else {
            announcer.announce("approval:denied", told.with("reason", refusal));
        }
    }

    private static EventData about(ApprovalRequest request, @Nullable String callId) {
        EventData about = EventData.of(
                "request_id", request.id(),
                "hook_name", request.hook(),
                "source_event", request.event(),
                "tool_name", request.tool(),
                "prompt", request.prompt());
        return callId == null ? about : about.with("tool_call_id", callId);
    }
}
