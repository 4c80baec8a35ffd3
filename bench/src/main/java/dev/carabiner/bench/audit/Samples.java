package dev.carabiner.bench.audit;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import java.time.Instant;
import java.util.Arrays;

/** Records of which the log hashes 300 bytes each, and byte arrays of the same length for the peers; all made beforehand. */
final class Samples {
    /** What the log hashes of a record: its line up to the hash. */
    static final int HASHED = 300;

    /** What the log writes of it: the same, and the hash in hex. */
    static final int LINE = HASHED + ",\"h\":\"\"}\n".length() + 64;

    private static final int COUNT = 1024; // a power of two
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private static final AuditRecord[] BUFFERED = new AuditRecord[COUNT];
    private static final AuditRecord[] DURABLE = new AuditRecord[COUNT];
    private static final byte[][] BYTES = new byte[COUNT][HASHED];

    static {
        for (int i = 0; i < COUNT; i++) {
            Instant time = START.plusNanos(i * 100_003L);
            BUFFERED[i] = new OutputCaught("s-1", time, "linter", "tool:pre", false, "line %08d".formatted(i));
            DURABLE[i] = new PermitUsed("s-1", time, "bash", "p-%06d".formatted(i), "bash", "0123456789ab", null, "");
            Arrays.fill(BYTES[i], (byte) ('a' + i % 26));
        }
    }

    private Samples() {}

    static AuditRecord buffered(int place) {
        return BUFFERED[place & COUNT - 1];
    }

    static AuditRecord durable(int place) {
        return DURABLE[place & COUNT - 1];
    }

    static byte[] bytes(int place) {
        return BYTES[place & COUNT - 1];
    }
}
