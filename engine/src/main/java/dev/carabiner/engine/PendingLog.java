package dev.carabiner.engine;

import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.log.FileAuditLog;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * A log that is open, or that a thread of its own is opening: to read the end of a log and check its signature takes as long
 * as to mount the hooks, and neither needs the other.
 */
final class PendingLog {

    private final @Nullable AuditLog given;
    private final @Nullable FutureTask<FileAuditLog> task;
    private final @Nullable Thread opener;

    private PendingLog(@Nullable AuditLog given, @Nullable FutureTask<FileAuditLog> task, @Nullable Thread opener) {
        this.given = given;
        this.task = task;
        this.opener = opener;
    }

    static PendingLog open(AuditLog log) {
        return new PendingLog(log, null, null);
    }

    /** Begins to open it and returns at once. */
    static PendingLog opening(Callable<FileAuditLog> open) {
        FutureTask<FileAuditLog> task = new FutureTask<>(open);
        return new PendingLog(
                null, task, Thread.ofPlatform().daemon().name("audit-opening").start(task));
    }

    /** Whether nothing is kept. */
    boolean isNone() {
        return given != null && given.equals(AuditLog.none());
    }

    boolean durable() {
        return given == null || given.durable(); // one in a directory always is
    }

    /**
     * The log, when it is open. An interruption of this thread interrupts the opening, stays set, and does not end the wait.
     *
     * @throws RuntimeException what opening it threw
     */
    AuditLog get() {
        if (task == null) {
            return given == null ? AuditLog.none() : given;
        }
        if (task.state() == Future.State.SUCCESS) {
            return task.resultNow();
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    if (opener != null) {
                        opener.interrupt();
                    }
                } catch (ExecutionException e) {
                    throw thrown(e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException thrown(@Nullable Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    /** The same, or null if it could not be opened. */
    @Nullable
    AuditLog opened() {
        try {
            return get();
        } catch (RuntimeException e) {
            return null; // told where the session was mounted
        }
    }
}
