package dev.carabiner.audit.log;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.log.LongValues.LongValue;
import dev.carabiner.event.EventData;
import dev.carabiner.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the part of a record that does not depend on its place in the log, from {@code ts} to {@code data}, once and
 * straight into bytes. Reused from record to record; not for use by two threads at once.
 */
final class RecordEncoder {

    /** Something unusually large is let go rather than kept for the next record. */
    private static final int KEPT = 16 * 1024;

    private static final int FIRST_SIZE = 512;
    private static final int LONGEST_KNOWN_SESSION = 256;

    private static final byte[] TIME = ascii(",\"ts\":\"");
    private static final byte[] BOOT = ascii("\",\"boot\":\"");
    private static final byte[] SESSION = ascii("\",\"session\":");
    private static final byte[] TYPE = ascii(",\"type\":\"");
    private static final byte[] ACTOR = ascii("\",\"actor\":");
    private static final byte[] BEFORE_DATA = ascii(",\"data\":");
    private static final byte[] VALUE = ascii("value\",\"actor\":\"audit\",\"data\":{\"digest\":\"");
    private static final byte[] JSON = ascii("\",\"json\":");

    private final byte[] boot;
    private final TimeText time = new TimeText();
    private final DataWriter data;
    private final RecordFields fields;
    private final LongValues values;
    private int typeAt;
    private JsonBytes out = new JsonBytes(FIRST_SIZE);
    private @Nullable String knownSession;
    private byte[] fromBoot = {};

    RecordEncoder(String boot, Set<String> secretFields, WrittenValues written) {
        this.boot = ascii(boot);
        this.values = new LongValues(written);
        this.data = new DataWriter(secretFields, values);
        this.fields = new RecordFields(data);
    }

    /** For records of the log's own, which hold nothing secret and nothing long. */
    static RecordEncoder ofLog(String boot) {
        return new RecordEncoder(boot, Set.of(), WrittenValues.none());
    }

    JsonBytes body() {
        return out;
    }

    /** The openings of the record's secret fields, as lines. */
    JsonBytes openings() {
        return data.openings();
    }

    /** The long values of the record that the log may not hold yet. */
    LongValues values() {
        return values;
    }

    /** How many bytes {@link #writeValue} writes. */
    int length(LongValue value) {
        return typeAt + VALUE.length + value.digest().length() + JSON.length + value.json().length + 1;
    }

    /** The body of the record of one of its long values: same time and session. */
    void writeValue(LongValue value, JsonBytes lines) {
        lines.raw(out.array(), 0, typeAt);
        lines.raw(VALUE).raw(value.digest()).raw(JSON).raw(value.json()).raw('}');
    }

    void encode(AuditRecord record) {
        head(record.time(), record.session(), record.type(), record.actor());
        data.begin(out);
        fields.write(record);
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
            out = new JsonBytes(FIRST_SIZE);
        }
        out.cut(0);
        out.raw(TIME);
        time.write(at, out);
        if (session.equals(knownSession)) {
            out.raw(fromBoot);
        } else {
            fromBoot(session);
        }
        typeAt = out.length();
        out.raw(type).raw(ACTOR);
        out.text(actor);
        out.raw(BEFORE_DATA);
    }

    /** Remembered for the next record, which is nearly always of the same session. */
    private void fromBoot(String session) {
        int start = out.length();
        out.raw(BOOT).raw(boot).raw(SESSION).text(session);
        out.raw(TYPE);
        if (session.length() <= LONGEST_KNOWN_SESSION) {
            fromBoot = out.copy(start, out.length());
            knownSession = session;
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
