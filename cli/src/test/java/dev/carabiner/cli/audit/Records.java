package dev.carabiner.cli.audit;

import dev.carabiner.audit.format.VerifierKey;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.audit.verify.LogReading;
import dev.carabiner.audit.verify.LogVerifier;
import dev.carabiner.audit.verify.Verdict;
import dev.carabiner.event.EventData;
import dev.carabiner.json.EventDataJson;
import dev.carabiner.testkit.SampleRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Logs of sample records, and logs read back. */
final class Records {

    private Records() {}

    /** A log of so many records of all sorts, the log's own included, in one segment. */
    static void write(Path directory, int records) {
        write(directory, it -> it.named("demo"), log -> append(log, records - 1));
    }

    /** A log as a writer leaves it that dies right after its last checkpoint: its one segment has not ended. */
    static void write(Path directory, UnaryOperator<AuditLogOptions> options, Consumer<FileAuditLog> writing) {
        Path written = directory.resolveSibling(directory.getFileName() + "-written");
        AuditLogOptions often = AuditLogOptions.in(written).checkpointEvery(1, Duration.ofMillis(1));
        try (FileAuditLog log = FileAuditLog.open(options.apply(often))) {
            writing.accept(log);
            log.flush();
            while (verify(written).result() != Verdict.Result.GOOD) {
                LockSupport.parkNanos(1_000_000);
            }
            Files.createDirectories(directory);
            try (Stream<Path> files = Files.list(written)) {
                for (Path file : files.filter(it -> !it.endsWith("lock")).toList()) {
                    Files.copy(file, directory.resolve(file.getFileName()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        delete(written);
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void append(FileAuditLog log, int records) {
        for (int i = 0; i < records; i++) {
            log.append(SampleRecords.numbered(i));
        }
    }

    static VerifierKey rootKey(Path directory) throws IOException {
        return VerifierKey.parse(Files.readString(directory.resolve("root.pub")).strip());
    }

    static Verdict verify(Path directory, Path... anchors) throws IOException {
        return LogVerifier.verify(directory, rootKey(directory), List.of(anchors));
    }

    /** The data of all records of one type. */
    static List<EventData> data(Path directory, String type) throws IOException {
        List<EventData> found = new ArrayList<>();
        LogReading.read(directory, chain -> {
            if (chain.line().type().equals(type)) {
                found.add(EventDataJson.read(chain.line().data()));
            }
            return true;
        });
        return found;
    }

    static List<String> texts(Path directory, String type, String key) throws IOException {
        return data(directory, type).stream().map(data -> data.text(key)).toList();
    }
}
