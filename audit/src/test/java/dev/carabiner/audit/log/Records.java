package dev.carabiner.audit.log;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.audit.verify.Verdict.Result;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.testkit.SampleRecords;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Logs of sample records, and logs read back. */
public final class Records {

    private Records() {}

    /**
     * A log of so many records of all sorts, the log's own included, as a writer leaves it that dies right after its last
     * checkpoint: its segment has not ended, and its key is there.
     */
    public static void write(Path directory, int records) {
        write(directory, records, null);
    }

    /** The same with an anchor that has kept the checkpoints, unless it is null. */
    public static void write(Path directory, int records, Path anchor) {
        write(directory, anchor, it -> it.named("demo"), log -> append(log, records - 1));
    }

    /** The same with what a test puts there. */
    public static void write(
            Path directory, Path anchor, UnaryOperator<AuditLogOptions> options, Consumer<FileAuditLog> writing) {
        try {
            Path place = Files.createTempDirectory("audit-log");
            Path written = place.resolve("written");
            Path kept = Files.createFile(place.resolve("anchor"));
            AuditLogOptions often = AuditLogOptions.in(written)
                    .checkpointEvery(1, Duration.ofMillis(1))
                    .anchoredIn(Anchor.file(kept));
            try (FileAuditLog log = FileAuditLog.open(options.apply(often))) {
                writing.accept(log);
                log.flush();
                while (LogVerifier.verify(written, null, List.of(kept)).result() != Result.GOOD) {
                    LockSupport.parkNanos(1_000_000);
                }
                copy(written, directory);
                if (anchor != null) {
                    Files.copy(kept, anchor);
                }
            }
            try (Stream<Path> files = Files.walk(place)) {
                files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(it -> !it.endsWith("lock")).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
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
