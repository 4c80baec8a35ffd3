package dev.carabiner.audit.log;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.ApprovalRequested;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.Injected;
import dev.carabiner.audit.AuditRecord.MessageShown;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.audit.AuditRecord.PortFailed;
import dev.carabiner.audit.AuditRecord.Run;
import dev.carabiner.event.EventData;
import dev.carabiner.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Writes the part of a record that does not depend on its place in the log, from {@code ts} to {@code data}, once and
 * straight into bytes. Reused from record to record; not for use by two threads at once.
 */
final class RecordEncoder {

    /** Something unusually large is let go rather than kept for the next record. */
    private static final int KEPT = 64 * 1024;

    private static final byte[] TIME = ascii(",\"ts\":\"");
    private static final byte[] BOOT = ascii("\",\"boot\":\"");
    private static final byte[] SESSION = ascii("\",\"session\":");
    private static final byte[] TYPE = ascii(",\"type\":\"");
    private static final byte[] ACTOR = ascii("\",\"actor\":");
    private static final byte[] DATA = ascii(",\"data\":");

    private final byte[] boot;
    private final TimeText time = new TimeText();
    private final DataWriter data;
    private JsonBytes out = new JsonBytes(1024);

    RecordEncoder(String boot, Set<String> secretFields) {
        this.boot = ascii(boot);
        this.data = new DataWriter(secretFields);
    }

    JsonBytes body() {
        return out;
    }

    /** The openings of the record's secret fields, as lines. */
    JsonBytes openings() {
        return data.openings();
    }

    void encode(AuditRecord record) {
        head(record.time(), record.session(), record.type(), record.actor());
        data.begin(out);
        switch (record) {
            case Emitted it -> emitted(it);
            case Injected it -> injected(it);
            case ApprovalRequested it -> requested(it);
            case ApprovalDecided it -> decided(it);
            case PermitMinted it -> permit(it.permit(), it.tool(), it.digest());
            case PermitUsed it -> permit(it.permit(), it.tool(), it.digest());
            case MessageShown it ->
                data.field("event", it.event()).field("level", it.level()).field("text", it.text());
            case OutputCaught it ->
                data.field("event", it.event())
                        .field("suppressed", it.suppressed())
                        .field("text", it.text());
            case PortFailed it -> data.field("event", it.event()).field("error", it.error());
        }
        data.end();
    }

    /** A record of the log's own. */
    void encode(Instant at, String type, EventData content) {
        head(at, "", type, "audit");
        data.begin(out);
        content.asMap().forEach(data::field);
        data.end();
    }

    private void head(Instant at, String session, String type, String actor) {
        if (out.array().length > KEPT) {
            out = new JsonBytes(1024);
        }
        out.cut(0);
        out.raw(TIME);
        time.write(at, out);
        out.raw(BOOT).raw(boot).raw(SESSION);
        out.text(session);
        out.raw(TYPE).raw(type).raw(ACTOR);
        out.text(actor);
        out.raw(DATA);
    }

    private void emitted(Emitted it) {
        data.field("event", it.event())
                .field("action", it.action())
                .field("reason", it.reason())
                .field("data", it.data().asMap());
        data.objects("runs", it.runs(), this::run);
    }

    private void run(Run it) {
        data.field("hook", it.hook())
                .field("priority", it.priority())
                .field("action", it.action())
                .field("elapsed_nanos", it.elapsedNanos())
                .field("failure", it.failure());
    }

    private void injected(Injected it) {
        data.field("event", it.event())
                .field("role", it.role())
                .field("ephemeral", it.ephemeral())
                .field("bytes", it.bytes())
                .field("tokens", it.tokens())
                .field("fate", it.fate().name().toLowerCase(Locale.ROOT));
    }

    private void requested(ApprovalRequested it) {
        data.field("request", it.request())
                .field("event", it.event())
                .field("tool", it.tool())
                .field("prompt", it.prompt())
                .field("options", List.copyOf(it.options()))
                .field("timeout_ms", it.timeoutMs())
                .field("by_default", it.byDefault())
                .field("digest", it.digest());
    }

    private void decided(ApprovalDecided it) {
        data.field("request", it.request())
                .field("hook", it.hook())
                .field("event", it.event())
                .field("tool", it.tool())
                .field("granted", it.granted())
                .field("how", it.how())
                .field("option", it.option())
                .field("rule", it.rule())
                .field("reason", it.reason())
                .field("digest", it.digest());
    }

    private void permit(String permit, String tool, String digest) {
        data.field("permit", permit).field("tool", tool).field("digest", digest);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
