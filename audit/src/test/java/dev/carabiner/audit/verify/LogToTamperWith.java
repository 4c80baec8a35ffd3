package dev.carabiner.audit.verify;

import dev.carabiner.audit.log.Anchor;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.log.Records;
import dev.carabiner.audit.verify.Verdict.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A log, and where its files are. */
abstract class LogToTamperWith {

    @TempDir
    Path root;

    Path log;
    Path segment;
    Path side;
    Path anchor;

    @BeforeEach
    void choose() {
        log = root.resolve("log");
        segment = log.resolve("segment-000001.jsonl");
        side = log.resolve("checkpoints");
        anchor = root.resolve("anchor");
    }

    /** A log whose writer has died: there is one segment, and its key. */
    void write(int records) {
        Records.write(log, records, anchor);
    }

    /** A log that was closed. */
    void writeClosed(int records) {
        try (FileAuditLog writing =
                FileAuditLog.open(AuditLogOptions.in(log).named("demo").anchoredIn(Anchor.file(anchor)))) {
            Records.append(writing, records - 1);
        }
    }

    void writeSegments() {
        try (FileAuditLog writing = FileAuditLog.open(
                AuditLogOptions.in(log).named("demo").segmentsOf(6_000).anchoredIn(Anchor.file(anchor)))) {
            Records.append(writing, 150);
        }
    }

    Result result() throws IOException {
        return Records.verify(log).result();
    }

    static List<String> replaced(List<String> lines, String what, String by) {
        return lines.stream().map(line -> line.replace(what, by)).toList();
    }
}
