package dev.carabiner.audit.log;

import dev.carabiner.audit.format.LineTail;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.Sha256;
import dev.carabiner.audit.log.LongValues.LongValue;
import dev.carabiner.json.JsonBytes;
import java.nio.charset.StandardCharsets;

/** Gives each record its number and its hash, in the order of the log. Not for use by two threads at once. */
final class LineChain {

    private static final int MOST_AROUND_BODY = 512;

    private final Sha256 sha256 = new Sha256();
    private final byte[] beforeSeq;
    private final LineTail tail = new LineTail();
    private final byte[] hash = new byte[Sha256.BYTES];
    private long seq;

    /** Continues after the record with that hash, the next number being {@code seq}. */
    LineChain(String log, long seq, byte[] lastHash) {
        this.beforeSeq = ascii("{\"v\":2,\"log\":\"" + log + "\",\"seq\":");
        this.seq = seq;
        tail.hash(lastHash);
        tail.next();
    }

    static void requireShort(RecordEncoder record) {
        int length = record.body().length() + MOST_AROUND_BODY;
        if (length > LogFiles.LONGEST_LINE || record.openings().length() > LogFiles.LONGEST_LINE) {
            throw tooLarge(length);
        }
        for (LongValue value : record.values().fresh()) {
            if (record.length(value) + MOST_AROUND_BODY > LogFiles.LONGEST_LINE) {
                throw tooLarge(record.length(value));
            }
        }
    }

    private static AuditLogException tooLarge(int length) {
        return new AuditLogException("A record of " + length + " bytes is too large for the audit log, which takes "
                + LogFiles.LONGEST_LINE);
    }

    /** Puts a record, and in front of it those of its long values that the log does not hold. */
    void put(RecordEncoder record, Batch.Content content) {
        reserve(record, content);
        for (LongValue value : record.values().fresh()) {
            if (record.values().claim(value)) {
                int start = begin(content.lines());
                record.writeValue(value, content.lines());
                end(start, content);
            }
        }
        JsonBytes body = record.body();
        int start = begin(content.lines());
        content.lines().raw(body.array(), 0, body.length());
        end(start, content);
        JsonBytes openings = record.openings();
        content.openings().raw(openings.array(), 0, openings.length());
    }

    /** If memory runs out, it does so here, before anything has changed. */
    private static void reserve(RecordEncoder record, Batch.Content content) {
        int lines = record.body().length() + MOST_AROUND_BODY;
        for (LongValue value : record.values().fresh()) {
            lines = Math.addExact(lines, record.length(value) + MOST_AROUND_BODY);
        }
        content.lines().reserve(lines);
        content.hashes().reserve(Sha256.BYTES * (1 + record.values().fresh().size()));
        content.openings().reserve(record.openings().length());
    }

    private int begin(JsonBytes lines) {
        int start = lines.length();
        lines.raw(beforeSeq);
        lines.number(seq);
        return start;
    }

    /** The one place where a line gets its hash. */
    private void end(int start, Batch.Content content) {
        JsonBytes lines = content.lines();
        lines.raw(tail.bytes(), 0, LineTail.HASHED);
        sha256.leaf(lines.array(), start, lines.length(), hash, 0);
        tail.hash(hash);
        lines.raw(tail.bytes(), LineTail.HASHED, tail.bytes().length - LineTail.HASHED);
        tail.next();
        content.hashes().raw(hash);
        seq++;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
