package dev.carabiner.testkit;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.audit.RecordedRun;
import dev.carabiner.event.EventData;
import java.time.Instant;
import java.util.List;

/** Records to append to a log under test. */
public final class SampleRecords {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.000000001Z");

    private SampleRecords() {}

    /** One that a log may keep in memory for a while. */
    public static AuditRecord buffered(String text) {
        return new OutputCaught("s-1", NOW, "linter", "tool:pre", false, text);
    }

    /** One that is on disk when {@code append} returns. */
    public static AuditRecord durable(String id) {
        return new PermitUsed("s-1", NOW, "bash", id, "bash", "0".repeat(64), null, "");
    }

    /** A person's answer to a question. */
    public static AuditRecord decision(String id) {
        return new ApprovalDecided(
                "s-2",
                NOW,
                "terminal",
                id,
                "guard",
                "tool:pre",
                "bash",
                true,
                "answered",
                "Allow",
                null,
                "",
                "d",
                "terminal",
                "",
                null,
                "");
    }

    /** An emit with one run. */
    public static AuditRecord emitted(String action, EventData data) {
        List<RecordedRun> runs = List.of(new RecordedRun("guard", 0, action, 5, null));
        return new Emitted("s-1", NOW, "tool:pre", action, "because", data, runs);
    }

    /** The record with that number of a long series of all sorts, most of them buffered. */
    public static AuditRecord numbered(int number) {
        return switch (number % 50) {
            case 7 -> decision("r-" + number);
            case 20 -> durable("p-" + number);
            case 33 -> emitted("continue", EventData.of("tool_input", EventData.of("n", number, "q", "\"\u20ac")));
            default -> buffered("line " + number);
        };
    }
}
