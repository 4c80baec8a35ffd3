package dev.carabiner.session;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.Denied;
import dev.carabiner.audit.AuditRecord.PortFailed;
import dev.carabiner.audit.AuditRecord.Streamed;
import dev.carabiner.audit.RecordedChange;
import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import dev.carabiner.hook.EmitDepth;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.Rejudgement;
import java.lang.System.Logger;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The session's hand on its audit log: what it writes, and what holds when that fails. */
final class Recorder {

    private static final Logger LOG = System.getLogger(SessionCoordinator.class.getName());

    private final String session;
    private final AuditLog log;
    private final AuditFailurePolicy onFailure;
    private final Clock clock;
    private final EmitIds emits = new EmitIds();
    private final EmitIds permits = new EmitIds();
    private final StreamedBlocks streams = new StreamedBlocks();

    Recorder(String session, AuditLog log, AuditFailurePolicy onFailure, Clock clock) {
        this.session = session;
        this.log = log;
        this.onFailure = onFailure;
        this.clock = clock;
    }

    String session() {
        return session;
    }

    Instant now() {
        return clock.instant();
    }

    /** Whether there is a log that could keep anything. */
    boolean isRecording() {
        return !log.equals(AuditLog.none());
    }

    /** A new id, for the next emit. */
    String newEmit() {
        return emits.next();
    }

    /** A new id, for the next permit. */
    String newPermit() {
        return "p-" + permits.next();
    }

    /** Returns null if the record is safe or need not be, else why nothing may be permitted on the strength of it. */
    @Nullable
    String append(AuditRecord record) {
        try {
            log.append(record);
            return null;
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            String problem = Throwables.inWords(e);
            String what = "The audit log of session " + VisibleText.inOneLine(session) + " failed: " + problem;
            Throwables.log(LOG, Logger.Level.ERROR, what, e);
            return onFailure == AuditFailurePolicy.DENY && isDurable() ? "Audit log failed: " + problem : null;
        }
    }

    /** A log that fails even at this is taken to be one that the session relies on. */
    private boolean isDurable() {
        try {
            return log.durable();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            return true;
        }
    }

    /**
     * Calls a port. If it throws, that is on the record and otherwise without effect; returns whether it went well.
     *
     * @param callId the tool call that it is about; null if it is about none
     */
    boolean call(String port, String event, @Nullable String callId, Runnable action) {
        try {
            action.run();
            return true;
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            portFailed(port, event, callId, e);
            return false;
        }
    }

    /** The same for a port that has to do with a question. */
    boolean call(String port, ApprovalRequest request, Runnable action) {
        return call(port, request.event(), callId(request), action);
    }

    void portFailed(String port, ApprovalRequest request, Throwable problem) {
        portFailed(port, request.event(), callId(request), problem);
    }

    void portFailed(String port, String event, @Nullable String callId, Throwable problem) {
        String error = Throwables.inWords(problem);
        Throwables.log(LOG, Logger.Level.ERROR, port + " failed during " + event + ": " + error, problem);
        append(new PortFailed(session, now(), port, event, error, EmitDepth.currentEmit(), callId));
    }

    private static @Nullable String callId(ApprovalRequest request) {
        return request.data().get("tool_call_id") instanceof String id ? id : null;
    }

    /**
     * Records an emit, after the blocks of a streamed answer that it completes. A piece of one that no handler answered to
     * is counted in its block instead. Returns what {@link #append} returns.
     */
    @Nullable
    String emitted(HookOutcome outcome, Emit emit) {
        if (!isRecording()) {
            return null;
        }
        String unrecorded = streams.isNoneOpen() ? null : endStreams(outcome);
        if (unrecorded != null || streams.folds(outcome, emit)) {
            return unrecorded;
        }
        return append(EmitRecord.of(session, outcome, emit));
    }

    /** Records that an input which a human edited was judged. Returns what {@link #append} returns. */
    @Nullable
    String judgedAgain(Rejudgement judged, HookOutcome outcome, Emit emit, RecordedChange edit) {
        return isRecording() ? append(EmitRecord.of(session, judged, outcome, emit, edit)) : null;
    }

    private @Nullable String endStreams(HookOutcome outcome) {
        String unrecorded = null;
        for (Streamed block : streams.endedBy(outcome, session, now())) {
            String problem = append(block);
            unrecorded = unrecorded == null ? problem : unrecorded;
        }
        return unrecorded;
    }

    /** Records what is left of streamed answers that were not completed. */
    void endStreams() {
        streams.all(session, now()).forEach(this::append);
    }

    /** Records a denial. That it cannot be recorded changes nothing: it is a denial. */
    void denied(Emit emit, String event, String reason, String tool, Denier denier) {
        append(new Denied(
                session,
                now(),
                denier.name(),
                emit.id(),
                event,
                denier.by(),
                reason,
                tool,
                denier.request(),
                emit.callId()));
    }

    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
