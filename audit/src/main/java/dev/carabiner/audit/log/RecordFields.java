package dev.carabiner.audit.log;

import static dev.carabiner.audit.log.FieldName.ACTION;
import static dev.carabiner.audit.log.FieldName.AGAIN;
import static dev.carabiner.audit.log.FieldName.BECAUSE;
import static dev.carabiner.audit.log.FieldName.BY;
import static dev.carabiner.audit.log.FieldName.BYTES;
import static dev.carabiner.audit.log.FieldName.BY_DEFAULT;
import static dev.carabiner.audit.log.FieldName.CHANGES;
import static dev.carabiner.audit.log.FieldName.CHANNEL;
import static dev.carabiner.audit.log.FieldName.DATA;
import static dev.carabiner.audit.log.FieldName.DECIDED_BY;
import static dev.carabiner.audit.log.FieldName.DIGEST;
import static dev.carabiner.audit.log.FieldName.EDIT;
import static dev.carabiner.audit.log.FieldName.ELAPSED_NANOS;
import static dev.carabiner.audit.log.FieldName.EMIT;
import static dev.carabiner.audit.log.FieldName.EPHEMERAL;
import static dev.carabiner.audit.log.FieldName.ERROR;
import static dev.carabiner.audit.log.FieldName.EVENT;
import static dev.carabiner.audit.log.FieldName.FAILURE;
import static dev.carabiner.audit.log.FieldName.FATE;
import static dev.carabiner.audit.log.FieldName.GRANTED;
import static dev.carabiner.audit.log.FieldName.HOOK;
import static dev.carabiner.audit.log.FieldName.HOW;
import static dev.carabiner.audit.log.FieldName.INDEX;
import static dev.carabiner.audit.log.FieldName.LEVEL;
import static dev.carabiner.audit.log.FieldName.OP;
import static dev.carabiner.audit.log.FieldName.OPTION;
import static dev.carabiner.audit.log.FieldName.OPTIONS;
import static dev.carabiner.audit.log.FieldName.PARENT;
import static dev.carabiner.audit.log.FieldName.PATCH;
import static dev.carabiner.audit.log.FieldName.PATH;
import static dev.carabiner.audit.log.FieldName.PERMIT;
import static dev.carabiner.audit.log.FieldName.PIECES;
import static dev.carabiner.audit.log.FieldName.PRIORITY;
import static dev.carabiner.audit.log.FieldName.PROMPT;
import static dev.carabiner.audit.log.FieldName.REASON;
import static dev.carabiner.audit.log.FieldName.REQUEST;
import static dev.carabiner.audit.log.FieldName.ROLE;
import static dev.carabiner.audit.log.FieldName.RULE;
import static dev.carabiner.audit.log.FieldName.RUNS;
import static dev.carabiner.audit.log.FieldName.SKIPPED;
import static dev.carabiner.audit.log.FieldName.START_NANOS;
import static dev.carabiner.audit.log.FieldName.SUPPRESSED;
import static dev.carabiner.audit.log.FieldName.TEXT;
import static dev.carabiner.audit.log.FieldName.TIMEOUT_MS;
import static dev.carabiner.audit.log.FieldName.TOKENS;
import static dev.carabiner.audit.log.FieldName.TOOL;
import static dev.carabiner.audit.log.FieldName.TOOL_CALL_ID;
import static dev.carabiner.audit.log.FieldName.WHY;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.ApprovalRequested;
import dev.carabiner.audit.AuditRecord.Denied;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.audit.AuditRecord.MessageShown;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.audit.AuditRecord.PortFailed;
import dev.carabiner.audit.AuditRecord.Streamed;
import dev.carabiner.audit.RecordedChange;
import dev.carabiner.audit.RecordedRun;
import dev.carabiner.audit.SkippedRun;
import dev.carabiner.event.PatchStep;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which fields the {@code data} of each kind of record have, and in which order. */
final class RecordFields {

    private final DataWriter data;

    RecordFields(DataWriter data) {
        this.data = data;
    }

    /** Writes the record's fields into an object that is open. */
    void write(AuditRecord record) {
        switch (record) {
            case Emitted it -> emitted(it);
            case Streamed it -> streamed(it);
            case Denied it -> denied(it);
            case Injected it -> injected(it);
            case ApprovalRequested it -> requested(it);
            case ApprovalDecided it -> decided(it);
            case PermitMinted it -> permit(it.emit(), it.permit(), it.tool(), it.digest(), it.toolCallId());
            case PermitUsed it -> permit(it.emit(), it.permit(), it.tool(), it.digest(), it.toolCallId());
            case MessageShown it ->
                from(it.emit(), it.event())
                        .field(LEVEL, it.level())
                        .field(TEXT, it.text())
                        .unlessEmpty(TOOL_CALL_ID, it.toolCallId());
            case OutputCaught it ->
                from(it.emit(), it.event())
                        .field(SUPPRESSED, it.suppressed())
                        .field(TEXT, it.text())
                        .unlessEmpty(TOOL_CALL_ID, it.toolCallId());
            case PortFailed it ->
                from(it.emit(), it.event()).field(ERROR, it.error()).unlessEmpty(TOOL_CALL_ID, it.toolCallId());
        }
    }

    private DataWriter from(String emit, String event) {
        return data.unlessEmpty(EMIT, emit).field(EVENT, event);
    }

    private void emitted(Emitted it) {
        data.unlessEmpty(EMIT, it.emit())
                .unlessEmpty(PARENT, it.parent())
                .field(EVENT, it.event())
                .field(ACTION, it.action())
                .unlessEmpty(REASON, it.reason())
                .unlessEmpty(DECIDED_BY, it.decidedBy());
        data.object(DATA, it.data().asMap());
        RecordedChange edit = it.edit();
        if (edit != null) {
            data.object(EDIT, () -> change(edit));
        }
        if (!it.changes().isEmpty()) {
            data.objects(CHANGES, it.changes(), this::change);
        }
        data.objects(RUNS, it.runs(), this::run);
        if (!it.skipped().isEmpty()) {
            data.objects(SKIPPED, it.skipped(), this::skipped);
        }
    }

    private void run(RecordedRun it) {
        data.field(HOOK, it.hook())
                .field(PRIORITY, it.priority())
                .field(ACTION, it.action())
                .field(START_NANOS, it.startNanos())
                .field(ELAPSED_NANOS, it.elapsedNanos())
                .unlessEmpty(FAILURE, it.failure())
                .unlessEmpty(REASON, it.reason())
                .unlessEmpty(PROMPT, it.prompt())
                .unlessEmpty(TEXT, it.text())
                .unlessEmpty(BECAUSE, it.because());
        if (it.again()) {
            data.field(AGAIN, true);
        }
    }

    private void change(RecordedChange it) {
        data.field(BY, it.by());
        data.objects(PATCH, it.patch(), this::step);
    }

    /** A value that is secret where it stands is secret in a patch too. */
    private void step(PatchStep it) {
        data.field(OP, it.op().name().toLowerCase(Locale.ROOT)).field(PATH, it.path());
        if (it.op() != PatchStep.Op.REMOVE) {
            data.fieldAt(FieldName.VALUE, it.path(), it.value());
        }
    }

    private void skipped(SkippedRun it) {
        data.field(HOOK, it.hook()).field(PRIORITY, it.priority()).field(WHY, it.why());
    }

    private void streamed(Streamed it) {
        data.unlessEmpty(EMIT, it.emit())
                .unlessEmpty(PARENT, it.parent())
                .field(EVENT, it.event())
                .field(INDEX, it.index())
                .field(PIECES, it.pieces())
                .field(BYTES, it.bytes())
                .field(DIGEST, it.digest());
    }

    private void denied(Denied it) {
        from(it.emit(), it.event())
                .field(ACTION, "deny")
                .field(BY, it.by())
                .field(REASON, it.reason())
                .unlessEmpty(TOOL, it.tool())
                .unlessEmpty(REQUEST, it.request())
                .unlessEmpty(TOOL_CALL_ID, it.toolCallId());
    }

    private void injected(Injected it) {
        from(it.emit(), it.event())
                .field(ROLE, it.role())
                .field(EPHEMERAL, it.ephemeral())
                .field(BYTES, it.bytes())
                .field(TOKENS, it.tokens())
                .field(FATE, it.fate().name().toLowerCase(Locale.ROOT))
                .unlessEmpty(TOOL_CALL_ID, it.toolCallId());
    }

    private void requested(ApprovalRequested it) {
        data.unlessEmpty(EMIT, it.emit())
                .field(REQUEST, it.request())
                .field(EVENT, it.event())
                .field(TOOL, it.tool())
                .field(PROMPT, it.prompt())
                .field(OPTIONS, List.copyOf(it.options()))
                .field(TIMEOUT_MS, it.timeoutMs())
                .field(BY_DEFAULT, it.byDefault())
                .field(DIGEST, it.digest())
                .unlessEmpty(TOOL_CALL_ID, it.toolCallId());
    }

    private void decided(ApprovalDecided it) {
        data.unlessEmpty(EMIT, it.emit())
                .field(REQUEST, it.request())
                .field(HOOK, it.hook())
                .field(EVENT, it.event())
                .field(TOOL, it.tool())
                .field(GRANTED, it.granted())
                .field(HOW, it.how())
                .unlessEmpty(OPTION, it.option())
                .unlessEmpty(RULE, it.rule())
                .unlessEmpty(REASON, it.reason())
                .field(DIGEST, it.digest())
                .field(DECIDED_BY, it.decidedBy())
                .unlessEmpty(CHANNEL, it.channel())
                .unlessEmpty(TOOL_CALL_ID, it.toolCallId());
    }

    private void permit(String emit, String permit, String tool, String digest, @Nullable String callId) {
        data.unlessEmpty(EMIT, emit)
                .field(PERMIT, permit)
                .field(TOOL, tool)
                .field(DIGEST, digest)
                .unlessEmpty(TOOL_CALL_ID, callId);
    }
}
