package dev.carabiner.bench.approvals;

import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.console.KnownSession;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.session.SessionCoordinator;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** An agent with three hooks and an audit log, which a console of the same process follows. Its events are numbered. */
final class EmittingAgent implements AutoCloseable {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Path place;
    private final FileAuditLog log;
    private final SessionCoordinator session;
    private int emitted;

    EmittingAgent(Path place) {
        this.place = place;
        this.log = FileAuditLog.open(place);
        HookRegistry hooks = new HookRegistry();
        for (int i = 0; i < 3; i++) {
            hooks.register("bench:event", (event, data) -> null);
        }
        this.session = SessionCoordinator.builder()
                .sessionId("s-1")
                .hooks(hooks)
                .audit(log)
                .build();
    }

    List<KnownSession> sessions() {
        Instant now = Instant.now();
        return List.of(new KnownSession("s-1", "bench", now, now, place, "bench", null, "running", 1, place));
    }

    /** How many events there were so far: the number of the next one. */
    int emitted() {
        return emitted;
    }

    /** Emits so many events; returns the processor time of this thread for each of them, in nanoseconds. */
    long batch(int count) {
        long before = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < count; i++) {
            session.emit("bench:event", EventData.of("prompt", "n-" + emitted++ + "-"));
        }
        return (THREADS.getCurrentThreadCpuTime() - before) / count;
    }

    @Override
    public void close() {
        session.end();
        log.close();
    }
}
