package dev.carabiner.audit.log;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The logs that are open. When the JVM exits without closing them, what they were given and have not written yet is written;
 * they stay open, because others may have something to record on the way out. One hook serves them all.
 */
final class OpenLogs {

    private static final Logger LOG = System.getLogger(FileAuditLog.class.getName());

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Set<FileAuditLog> OPEN = ConcurrentHashMap.newKeySet();

    static {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(OpenLogs::flush, "audit-exit"));
        } catch (IllegalStateException e) {
            LOG.log(Logger.Level.DEBUG, "An audit log is opened while the JVM exits; nothing will flush it");
        }
    }

    private OpenLogs() {}

    static void add(FileAuditLog log) {
        OPEN.add(log);
    }

    static void remove(FileAuditLog log) {
        OPEN.remove(log);
    }

    /** All begin before any is waited for: a thousand take hardly longer than one. A disk that hangs is not waited for. */
    private static void flush() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        IdentityHashMap<FileAuditLog, @Nullable Batch> last = new IdentityHashMap<>();
        OPEN.forEach(log -> last.put(log, log.beginFlush()));
        try {
            for (var each : last.entrySet()) {
                each.getKey().awaitFlush(each.getValue(), deadline - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
