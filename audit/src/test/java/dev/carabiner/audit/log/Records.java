package dev.carabiner.audit.log;

import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.ApprovalDecided;
import dev.carabiner.audit.AuditRecord.Emitted;
import dev.carabiner.audit.AuditRecord.OutputCaught;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.audit.AuditRecord.Run;
import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Records to append, and logs read back. */
public final class Records {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00.000000001Z");

    private Records() {}

    public static AuditRecord buffered(String text) {
        return new OutputCaught("s-1", NOW, "linter", "tool:pre", false, text);
    }

    public static AuditRecord durable(String id) {
        return new PermitUsed("s-1", NOW, "bash", id, "bash", "0".repeat(64));
    }

    public static AuditRecord decision(String id) {
        return new ApprovalDecided(
                "s-2", NOW, "terminal", id, "guard", "tool:pre", "bash", true, "answered", "Allow", null, "", "d");
    }

    public static AuditRecord emitted(String action, EventData data) {
        List<Run> runs = List.of(new Run("guard", 0, action, 5, null));
        return new Emitted("s-1", NOW, "tool:pre", action, "because", data, runs);
    }

    /** A closed log of so many records of all sorts, the log's own included. */
    public static void write(Path directory, int records) {
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).named("demo"))) {
            append(log, records - 1);
        }
    }

    public static void append(FileAuditLog log, int records) {
        for (int i = 0; i < records; i++) {
            log.append(
                    switch (i % 50) {
                        case 7 -> decision("r-" + i);
                        case 20 -> durable("p-" + i);
                        case 33 ->
                            emitted("continue", EventData.of("tool_input", EventData.of("n", i, "q", "\"\u20ac")));
                        default -> buffered("line " + i);
                    });
        }
    }

    public static VerifierKey rootKey(Path directory) throws IOException {
        return VerifierKey.parse(Files.readString(directory.resolve("root.pub")).strip());
    }

    public static Verdict verify(Path directory, Path... anchors) throws IOException {
        return LogVerifier.verify(directory, rootKey(directory), List.of(anchors));
    }

    /** The data of all records of one type. */
    public static List<EventData> data(Path directory, String type) throws IOException {
        List<EventData> found = new ArrayList<>();
        LogReading.read(directory, chain -> {
            if (chain.line().type().equals(type)) {
                found.add(EventDataJson.read(chain.line().data()));
            }
            return true;
        });
        return found;
    }

    public static List<String> texts(Path directory, String type, String key) throws IOException {
        return data(directory, type).stream().map(data -> data.text(key)).toList();
    }
}
