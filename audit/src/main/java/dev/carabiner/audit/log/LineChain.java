package dev.carabiner.audit.log;

import dev.carabiner.audit.format.LineTail;
import dev.carabiner.audit.format.LogFiles;
import dev.carabiner.audit.format.Sha256;
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
        this.beforeSeq = ascii("{\"v\":1,\"log\":\"" + log + "\",\"seq\":");
        this.seq = seq;
        tail.hash(lastHash);
        tail.next();
    }

    static void requireShort(RecordEncoder record) {
        int length = record.body().length() + MOST_AROUND_BODY;
        if (length > LogFiles.LONGEST_LINE || record.openings().length() > LogFiles.LONGEST_LINE) {
            throw new AuditLogException("A record of " + length + " bytes is too large for the audit log, which takes "
                    + LogFiles.LONGEST_LINE);
        }
    }

    /** The one place where a line is put together. If memory runs out, it does so before anything has changed. */
    void put(RecordEncoder record, Batch.Content content) {
        JsonBytes body = record.body();
        JsonBytes openings = record.openings();
        JsonBytes lines = content.lines();
        lines.reserve(body.length() + MOST_AROUND_BODY);
        content.hashes().reserve(Sha256.BYTES);
        content.openings().reserve(openings.length());
        int start = lines.length();
        lines.raw(beforeSeq);
        lines.number(seq);
        lines.raw(body.array(), 0, body.length());
        lines.raw(tail.bytes(), 0, LineTail.HASHED);
        sha256.leaf(lines.array(), start, lines.length(), hash, 0);
        tail.hash(hash);
        lines.raw(tail.bytes(), LineTail.HASHED, tail.bytes().length - LineTail.HASHED);
        tail.next();
        content.hashes().raw(hash);
        content.openings().raw(openings.array(), 0, openings.length());
        seq++;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
