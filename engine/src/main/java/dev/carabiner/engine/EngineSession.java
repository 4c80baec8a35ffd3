package dev.carabiner.engine;

import dev.carabiner.context.ContextManager;
import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.CancelCompleted;
import dev.carabiner.event.CancelRequested;
import dev.carabiner.event.EventData;
import dev.carabiner.event.EventType;
import dev.carabiner.event.Events;
import dev.carabiner.event.SessionEnd;
import dev.carabiner.event.SessionFork;
import dev.carabiner.event.SessionResume;
import dev.carabiner.event.SessionStart;
import dev.carabiner.hook.EmitDepth;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.session.CancellationToken;
import dev.carabiner.session.CancellationToken.Level;
import dev.carabiner.session.SessionCoordinator;
import java.lang.System.Logger;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session under a policy, from the mount of its hooks to their unmount. Everything that an agent does in it passes
 * {@link #coordinator()}.
 *
 * <p>Any thread may call it. It ends once: children first, then {@code session:end}, then the hooks are unmounted and the
 * log is closed. From then on its coordinator permits nothing.
 */
public final class EngineSession implements AutoCloseable {

    private static final Logger LOG = System.getLogger(EngineSession.class.getName());

    private final Engine engine;
    private final @Nullable EngineSession parent;
    private final SessionCoordinator coordinator;
    private final AuditWatch audit;
    private final HookMounts mounts;
    private final @Nullable Canaries canaries;
    private final Supplier<EventData> plan; // digests of all that is mounted: only an announcement needs them
    private final @Nullable CommandRunner runner;
    private final Set<EngineSession> children = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final long began = System.nanoTime();
    private volatile boolean started;
    private volatile Supplier<EventData> counter = EventData::empty;

    EngineSession(
            Engine engine,
            SessionCoordinator coordinator,
            AuditWatch audit,
            HookMounts mounts,
            Supplier<EventData> plan,
            @Nullable CommandRunner runner) {
        this.engine = engine;
        this.parent = null;
        this.coordinator = coordinator;
        this.audit = audit;
        this.mounts = mounts;
        this.canaries = mounts.canaries();
        this.plan = plan;
        this.runner = runner;
    }

    /** The hooks of a child are its parent's, and so is the log: it unmounts and closes neither. */
    private EngineSession(EngineSession parent, SessionCoordinator coordinator) {
        this.engine = parent.engine;
        this.parent = parent;
        this.coordinator = coordinator;
        this.audit = parent.audit;
        this.mounts = new HookMounts();
        this.canaries = null; // its guards are its parent's
        this.plan = parent.plan;
        this.runner = parent.runner;
        EngineSessionBuilder.offer(runner, coordinator);
    }

    /** The id under which events, records and the audit log know the session. */
    public String id() {
        return coordinator.sessionId();
    }

    /** The way to this session's hooks, and to its permits. */
    public SessionCoordinator coordinator() {
        return coordinator;
    }

    /** What is in force. */
    public Bundle bundle() {
        return engine.bundle();
    }

    /**
     * Why the record is not whole, and what to do about it; null while everything is recorded, or need not be. From the
     * first failure on the session permits nothing.
     */
    public @Nullable String auditTrouble() {
        return audit.trouble();
    }

    /**
     * Emits {@code session:start}, or for a child {@code session:fork}.
     *
     * @throws SessionException if a hook denies it, or it cannot be recorded; the caller closes the session then
     */
    public void start() {
        if (parent == null) {
            announce(Events.SESSION_START, new SessionStart(null, plan.get(), "startup", null));
        } else {
            announce(Events.SESSION_FORK, new SessionFork(null, parent.id(), plan.get(), null));
        }
    }

    /**
     * Emits {@code session:resume} instead, for a conversation that goes on.
     *
     * @param messages how many it has already
     * @throws SessionException as {@link #start} does
     */
    public void resume(int messages) {
        announce(Events.SESSION_RESUME, new SessionResume(null, plan.get(), messages, null));
    }

    /**
     * Goes on with a session that was left with {@link #leave}, here or in another process: emits nothing, and
     * {@code session:end} at its end. Canaries begin with a round of their own unless the host knows that
     * {@link #isProven} was true under the same policy, not longer ago than {@code session.canary_interval}.
     */
    public void takeUp(boolean isProven) {
        started = true;
        if (canaries != null && !isProven) {
            canaries.start(bundle().session().get(SessionKeys.CANARY_INTERVAL));
        }
    }

    /**
     * Whether the last round of canaries here found every guard at work; true where no guard has any, and false before the
     * first round. A guard that was found broken is one only in this process: who takes the session up has to look again.
     */
    public boolean isProven() {
        return canaries == null || canaries.areStopped();
    }

    private <V extends Record> void announce(EventType<V> event, V view) {
        started = true;
        HookOutcome outcome = coordinator.emit(event, view);
        if (!outcome.denied()) {
            if (canaries != null) {
                canaries.start(bundle().session().get(SessionKeys.CANARY_INTERVAL));
            }
            return;
        }
        String unrecorded = auditTrouble();
        if (unrecorded != null) {
            throw SessionException.failed(id(), unrecorded, null);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw SessionException.failed(id(), "Session " + id() + " was interrupted", null);
        }
        throw SessionException.denied(id(), "Session " + id() + " was denied by a hook: " + outcome.reason());
    }

    /**
     * A session for a sub-agent or a fork: the same hooks, approvals, rules, display and log, another conversation. It is
     * cancelled and closed with this one. Call {@link #start} next, and {@link #close()} in any case.
     *
     * @throws SessionException if this session has ended
     */
    public EngineSession child(String childId, ContextManager conversation) {
        EngineSession child = new EngineSession(
                this, coordinator.child(childId).context(conversation).build());
        children.add(child);
        if (ended.get()) {
            children.remove(child);
            throw SessionException.failed(childId, "Session " + id() + ", which it belongs to, is over", null);
        }
        return child;
    }

    /**
     * Asks the session to stop, and emits {@code cancel:requested} on this thread: gracefully after the tool that is
     * running, immediately with it. Does nothing if as much was asked before, or the session has ended.
     */
    public void cancel(Level level) {
        CancellationToken token = coordinator.cancellation();
        if (ended.get() || level == Level.NONE || level.compareTo(token.level()) <= 0) {
            return;
        }
        if (level == Level.IMMEDIATE) { // before the hooks hear of it, which may take their time
            token.requestImmediate();
        } else {
            token.requestGraceful();
        }
        boolean interrupted = Thread.interrupted();
        coordinator.emit(Events.CANCEL_REQUESTED, new CancelRequested(null, inEvents(level), null));
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What the host counts, for {@code session:end} where the session is closed without that; asked when it ends, on the
     * thread that ends it. If it fails, that is logged, and the end is told without.
     */
    public void counts(Supplier<EventData> stats) {
        counter = Objects.requireNonNull(stats, "what counts for the session");
    }

    /** Ends the session as cancelled by its user, or else as complete. */
    @Override
    public void close() {
        close(coordinator.cancellation().requested() ? "user_exit" : "complete", EventData.empty());
    }

    /**
     * Ends the session, once. A second call changes nothing and waits until the first is done, unless it comes from
     * within a hook.
     *
     * @param reason for {@code session:end}, such as {@code complete} or {@code error}
     * @param stats what the host has counted, for the same event
     */
    public void close(String reason, EventData stats) {
        boolean interrupted = Thread.interrupted(); // the end is told in full
        try {
            if (ended.compareAndSet(false, true)) {
                end(reason, stats);
            } else if (EmitDepth.current() == 0) {
                closed.await();
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Lets go of the session without an end, for a host that is asked about one event and gone: the hooks are unmounted
     * and what was recorded is on disk when this returns. Another process mounts it again under its id and calls
     * {@link #takeUp}. Does nothing to a session that has ended; a child cannot be left.
     */
    public void leave() {
        if (parent != null) {
            throw new IllegalStateException("Session " + id() + " belongs to " + parent.id() + ", which can be left");
        }
        if (ended.compareAndSet(false, true)) {
            try {
                if (canaries != null) {
                    canaries.close();
                }
                children.forEach(child -> closeQuietly(child, "complete"));
            } finally {
                release(AuditWatch::leave);
            }
        }
    }

    private void end(String reason, EventData stats) {
        try {
            if (canaries != null) {
                canaries.close();
            }
            children.forEach(child -> closeQuietly(child, reason));
            if (started) {
                tellEnd(reason, stats.isEmpty() ? counted() : stats);
            }
        } finally {
            release(AuditWatch::close);
        }
    }

    private EventData counted() {
        try {
            return Objects.requireNonNull(counter.get(), "what the host has counted");
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            String what = "What session " + VisibleText.inOneLine(id()) + " has done could not be counted: ";
            Throwables.log(LOG, Logger.Level.WARNING, what + Throwables.inWords(e), e);
            return EventData.empty();
        }
    }

    private void release(Consumer<AuditWatch> log) {
        try {
            coordinator.end();
            mounts.close();
            if (parent == null) {
                log.accept(audit);
                engine.closed(this);
            } else {
                parent.children.remove(this);
            }
        } finally {
            closed.countDown();
        }
    }

    /** One that fails keeps neither the others nor this one from their end. */
    private static void closeQuietly(EngineSession child, String reason) {
        try {
            child.close(reason, EventData.empty());
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            LOG.log(Logger.Level.WARNING, () -> "Session " + child.id() + " ended badly: " + Throwables.inWords(e));
        }
    }

    private void tellEnd(String reason, EventData stats) {
        CancellationToken token = coordinator.cancellation();
        if (token.requested()) {
            coordinator.emit(Events.CANCEL_COMPLETED, new CancelCompleted(null, inEvents(token.level()), null));
        }
        long took = Duration.ofNanos(System.nanoTime() - began).toMillis();
        coordinator.emit(Events.SESSION_END, new SessionEnd(null, reason, took, stats, null));
    }

    private static String inEvents(Level level) {
        return level.name().toLowerCase(Locale.ROOT);
    }
}
