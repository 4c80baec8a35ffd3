package dev.carabiner.engine;

import dev.carabiner.audit.AuditFailurePolicy;
import dev.carabiner.audit.AuditLog;
import dev.carabiner.audit.AuditRecord;
import dev.carabiner.audit.AuditRecord.Denied;
import dev.carabiner.audit.log.Anchor;
import dev.carabiner.audit.log.AuditLogOptions;
import dev.carabiner.audit.log.FileAuditLog;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.AuditKeys;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import java.lang.System.Logger;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The audit log of a session and of its children. It keeps the first failure: from then on nothing is permitted, and no
 * hook has denied it.
 */
final class AuditWatch implements AuditLog, AutoCloseable {

    private static final Logger LOG = System.getLogger(AuditWatch.class.getName());
    private static final Pattern DIRECTORY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

    private final PendingLog log;
    private final String place;
    private final AuditFailurePolicy onFailure;
    private volatile @Nullable String failure;
    private volatile boolean closed;

    /** @param place where it is, for a message; empty if it is nowhere */
    AuditWatch(AuditLog log, String place, SectionValues spec) {
        this(PendingLog.open(log), place, spec);
    }

    private AuditWatch(PendingLog log, String place, SectionValues spec) {
        this.log = log;
        this.place = place;
        onFailure = spec.get(AuditKeys.ON_FAILURE);
    }

    /**
     * The log of a session: the host's own, else one in the directory that the host names, else one below the engine's. One
     * in a directory may still be about to open: what is appended waits for it, and {@link #requireOpen} says whether it did.
     *
     * @throws SessionException if the bundle wants of the log what that one cannot have, or the session's id cannot name
     *     its directory
     */
    static AuditWatch of(Engine engine, String sessionId, @Nullable AuditLog own, @Nullable Path directory) {
        SectionValues spec = engine.bundle().session().get(SessionKeys.AUDIT);
        Path place = directory == null ? usualPlace(engine, sessionId) : directory;
        if (own == null && place != null) {
            return in(place, sessionId, spec);
        }
        if (!spec.get(AuditKeys.ANCHORS).isEmpty()
                || !spec.get(AuditKeys.SECRETS).isEmpty()) {
            throw SessionException.failed(
                    sessionId,
                    "The bundle's session.audit names anchors or secrets, which only an audit log in a directory has;"
                            + " give the session a store or a directory for it, and no audit log of its own",
                    null);
        }
        return new AuditWatch(own == null ? AuditLog.none() : own, "", spec);
    }

    private static @Nullable Path usualPlace(Engine engine, String sessionId) {
        Path parent = engine.ports().auditDirectory();
        if (parent != null && !DIRECTORY.matcher(sessionId).matches()) {
            throw SessionException.failed(
                    sessionId,
                    "The session's id cannot be the name of its log's directory; expected letters, digits, dots, dashes"
                            + " and underscores",
                    null);
        }
        return parent == null ? null : parent.resolve(sessionId);
    }

    /** A log in a directory of its own, as the bundle would have it. */
    private static AuditWatch in(Path place, String sessionId, SectionValues spec) {
        Anchor[] anchors =
                spec.get(AuditKeys.ANCHORS).stream().map(it -> it.of(sessionId)).toArray(Anchor[]::new);
        AuditLogOptions options = AuditLogOptions.in(place)
                .secrets(spec.get(AuditKeys.SECRETS).toArray(String[]::new))
                .anchoredIn(anchors);
        return new AuditWatch(PendingLog.opening(() -> FileAuditLog.open(options)), place.toString(), spec);
    }

    /**
     * Returns when the log is open.
     *
     * @throws RuntimeException what opening it threw
     */
    void requireOpen() {
        log.get();
    }

    /** What sessions write to: no log at all if nothing is kept, so that no record is made for it. */
    AuditLog kept() {
        return log.isNone() ? AuditLog.none() : this;
    }

    /**
     * Once the log is closed, a denial is dropped: a call that comes after its session's end is denied all the same. Any other
     * record is refused, so that nothing goes on without one. Neither is a failure of the log.
     */
    @Override
    public void append(AuditRecord record) {
        if (closed && record instanceof Denied) {
            LOG.log(Logger.Level.DEBUG, "A denial is not recorded, since the log of its session was closed before");
            return;
        }
        try {
            log.get().append(record);
        } catch (RuntimeException | Error e) {
            if (!closed) {
                failed(e);
            }
            throw e;
        }
    }

    private void failed(Throwable problem) {
        if (failure == null) {
            failure = Throwables.inWords(root(problem));
        }
    }

    /** What the disk says is of more use than that the log has failed. */
    private static Throwable root(Throwable problem) {
        Throwable root = problem;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    @Override
    public boolean durable() {
        return log.durable();
    }

    /** What has failed, where, and what to do about it; null while everything is on the record, or need not be. */
    @Nullable
    String trouble() {
        String problem = failure;
        if (problem == null || !log.durable() || onFailure == AuditFailurePolicy.CONTINUE) {
            return null;
        }
        return "The audit log" + (place.isEmpty() ? "" : " in " + place) + " failed: " + problem
                + ". What cannot be recorded is not permitted, so nothing more is done. Make it writable again (is the"
                + " disk full?) and resume the session; with session.audit.on_failure: continue the bundle would go on"
                + " without a record";
    }

    /** Closes the log if it can be closed. A failure is logged and kept as {@link #trouble}. */
    @Override
    public void close() {
        if (log.opened() instanceof AutoCloseable closeable) {
            ended(closeable);
        }
    }

    /** The same, but a log in a directory is left to be gone on with. */
    void leave() {
        if (log.opened() instanceof FileAuditLog file) {
            ended(file::leave);
        } else {
            close();
        }
    }

    private void ended(AutoCloseable end) {
        closed = true; // first, or an append that finds it closed would take that for a failure
        try {
            end.close();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            failed(e);
            LOG.log(Logger.Level.ERROR, () -> "The audit log was not closed cleanly: " + Throwables.inWords(e));
        }
    }
}
