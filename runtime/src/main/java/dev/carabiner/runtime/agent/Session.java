package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.display.Throwables;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.bundle.AgentSpec;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.context.Compaction;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.session.CancellationToken.Level;
import dev.carabiner.session.SessionCoordinator;
import java.lang.System.Logger;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An agent at work: it takes prompts, one after another, until it is closed. Everything it does passes its hooks, and so
 * does everything that its sub-agents do.
 *
 * <p>Prompts come from one thread at a time. Any thread may cancel or close; closing waits for the running prompt. A hook
 * or tool that closes the session it runs in, or one that this came out of, does not wait: the prompt begins nothing new,
 * and the session is closed when it is over. A thread that a tool has started by itself waits, unless it carries the
 * {@link dev.carabiner.hook.Scope}.
 */
public final class Session implements AutoCloseable {

    private static final Logger LOG = System.getLogger(Session.class.getName());

    private final SessionParts parts;
    private final EngineSession mounted;
    private final Agent agent;
    private final SessionRecord record;
    private final Family family;
    private final ReentrantLock prompting = new ReentrantLock();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger turns;
    private final AtomicInteger toolsRun = new AtomicInteger();
    private final AtomicLong tokens;
    private volatile @Nullable Work work;

    Session(SessionParts parts, EngineSession mounted, Agent agent, SessionRecord record, Family family) {
        this.parts = parts;
        this.mounted = mounted;
        this.agent = agent;
        this.record = record;
        this.family = family;
        this.turns = new AtomicInteger(record.turnsBefore());
        this.tokens = new AtomicLong(record.tokensBefore());
    }

    /** A new session, in the making; {@link SessionBuilder#start} begins it. */
    public static SessionBuilder builder() {
        return new SessionBuilder();
    }

    /** What events, record and store call this session. */
    public String id() {
        return mounted.id();
    }

    /** The way to this session's hooks. */
    public SessionCoordinator coordinator() {
        return mounted.coordinator();
    }

    /** The conversation so far. */
    public List<Message> messages() {
        return agent.context().messages();
    }

    /**
     * Why its record is not whole, and what to do about it; null while everything is on the record, or need not be. From
     * the first failure on the session permits nothing.
     */
    public @Nullable String auditTrouble() {
        return mounted.auditTrouble();
    }

    /** The tools it has, by name. */
    public List<String> toolNames() {
        return agent.tools().names();
    }

    /**
     * Has a prompt answered on this thread, and returns when the turn is over. Events are emitted in the order of the
     * agent's loop: {@code prompt:submit} first, {@code prompt:complete} last. What a hook, a tool or the model does wrong
     * is in the result and not thrown; an interruption of this thread ends the turn and stays set.
     *
     * @throws SessionException if the session is over or cancelled, or busy with another prompt
     */
    public TurnResult prompt(String text) {
        begin();
        try {
            TurnResult result = new TurnLoop(agent, turns.incrementAndGet()).run(text);
            toolsRun.addAndGet(result.toolsRun());
            tokens.addAndGet(result.usage().total());
            record.turnDone(coordinator(), turns.get(), tokens.get());
            return result;
        } finally {
            finish();
        }
    }

    /** Makes room in the conversation now. Null if a hook did not allow it. */
    public @Nullable Compaction compact() {
        begin();
        try {
            return agent.compaction().compact("manual");
        } finally {
            finish();
        }
    }

    /** A session of its own that begins with this one's conversation. It ends with this one, if not before. */
    public Session fork() {
        begin();
        try {
            Session fork = parts.child(this, messages(), null);
            fork.start(EngineSession::start);
            return fork;
        } finally {
            finish();
        }
    }

    /** A sub-agent's session, which the caller closes. */
    Session delegate(AgentSpec spec) {
        return parts.child(this, List.of(), spec);
    }

    /**
     * Wants the running prompt to stop: gracefully after the tool that is running, immediately with it. A cancelled session
     * takes no more prompts; it can be resumed.
     */
    public void cancel(Level level) {
        mounted.cancel(level);
    }

    Family family() {
        return family;
    }

    EngineSession mounted() {
        return mounted;
    }

    /** Tells of the beginning; a session whose beginning is denied does not begin. */
    void start(Consumer<EngineSession> announcement) {
        try {
            announcement.accept(mounted);
        } catch (SessionException e) {
            close(SessionStatus.ERROR);
            throw e;
        }
    }

    @Override
    public void close() {
        close(coordinator().cancellation().requested() ? SessionStatus.USER_EXIT : SessionStatus.COMPLETE);
    }

    /**
     * Ends the session, once: children first, then {@code session:end}, then the hooks are unmounted. A later call
     * waits until that is done and does nothing else.
     *
     * @param end why: complete, user exit, error or timeout
     */
    public void close(SessionStatus end) {
        if (Work.postpone(this, () -> close(end))) {
            coordinator().cancellation().requestGraceful();
            return;
        }
        boolean interrupted = Thread.interrupted(); // the end is told in full
        try {
            if (ended.compareAndSet(false, true)) {
                end(end);
            } else {
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

    private void end(SessionStatus end) {
        prompting.lock();
        work = Work.begin(this);
        try {
            family.endChildren(end);
            mounted.close(end.text(), statistics());
        } finally {
            try {
                release(end);
            } finally {
                closed.countDown();
                finish();
            }
        }
    }

    private EventData statistics() {
        return EventData.of(
                "total_messages", messages().size(),
                "tool_invocations", toolsRun.get(),
                "total_tokens", tokens.get());
    }

    private void release(SessionStatus end) {
        try {
            record.close(end, turns.get(), tokens.get());
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            LOG.log(
                    Logger.Level.ERROR,
                    () -> "The end of session " + id() + " is not written: " + Throwables.inWords(e));
        } finally {
            family.left(this);
            if (family.isRoot()) {
                parts.close();
            }
        }
    }

    /** One thing at a time: a hook that prompts the session it runs in would write into an unfinished turn. */
    private void begin() {
        boolean busy = prompting.isHeldByCurrentThread() || !prompting.tryLock();
        if (ended.get() || (!busy && coordinator().cancellation().requested())) {
            if (!busy) {
                prompting.unlock();
            }
            String how = ended.get() ? "over" : "cancelled";
            throw SessionException.failed(id(), "Session " + id() + " is " + how + "; resume it to go on", null);
        }
        if (busy) {
            throw SessionException.failed(id(), "Session " + id() + " is busy with another prompt", null);
        }
        work = Work.begin(this);
    }

    private void finish() {
        Work done = Objects.requireNonNull(work, "what was begun");
        work = null;
        prompting.unlock();
        done.end().forEach(Runnable::run);
    }
}
