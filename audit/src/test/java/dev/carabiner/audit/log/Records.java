package dev.carabiner.audit.log;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Logs of sample records, and logs read back. */
public final class Records {

    private Records() {}

    /** A closed log of so many records of all sorts, the log's own included. */
    public static void write(Path directory, int records) {
        try (FileAuditLog log = FileAuditLog.open(AuditLogOptions.in(directory).named("demo"))) {
            append(log, records - 1);
        }
    }

    public static void append(FileAuditLog log, int records) {
        for (int i = 0; i < records; i++) {
            log.append(SampleRecords.numbered(i));
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
