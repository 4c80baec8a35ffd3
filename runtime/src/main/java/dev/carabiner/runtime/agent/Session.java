package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.bundle.AgentSpec;
import dev.carabiner.runtime.context.Compaction;
import dev.carabiner.runtime.store.SessionStatus;
import dev.carabiner.session.CancellationToken;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An agent at work: it takes prompts, one after another, until it is closed. Everything it does passes its hooks, and so
 * does everything that its sub-agents do.
 *
 * <p>Prompts come from one thread at a time; anybody may cancel, and closing waits for the running prompt.
 */
public final class Session implements AutoCloseable {

    private final SessionParts parts;
    private final Agent agent;
    private final SessionRecord record;
    private final int depth;
    private final ReentrantLock prompting = new ReentrantLock();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger toolsRun = new AtomicInteger();
    private final AtomicInteger tokens = new AtomicInteger();
    private final List<Session> children = new CopyOnWriteArrayList<>();
    private final long began = System.nanoTime();

    Session(SessionParts parts, Agent agent, SessionRecord record, int depth) {
        this.parts = parts;
        this.agent = agent;
        this.record = record;
        this.depth = depth;
    }

    public static SessionBuilder builder() {
        return new SessionBuilder();
    }

    public String id() {
        return coordinator().sessionId();
    }

    /** The way to this session's hooks. */
    public SessionCoordinator coordinator() {
        return agent.coordinator();
    }

    /** The conversation so far. */
    public List<Message> messages() {
        return agent.context().messages();
    }

    /** The tools it has, by name. */
    public List<String> toolNames() {
        return agent.tools().names();
    }

    /**
     * Has a prompt answered, and waits for it.
     *
     * @throws SessionException if the session is over, or busy with another prompt
     */
    public TurnResult prompt(String text) {
        if (!prompting.tryLock()) {
            throw SessionException.failed(id(), "Session " + id() + " is busy with another prompt", null);
        }
        try {
            if (ended.get()) {
                throw SessionException.failed(id(), "Session " + id() + " is over; resume it to go on", null);
            }
            TurnResult result = new Turn(agent, turns.incrementAndGet()).run(text);
            toolsRun.addAndGet(result.toolsRun());
            tokens.addAndGet(result.usage().total());
            record.turnDone(coordinator(), turns.get(), tokens.get());
            return result;
        } finally {
            prompting.unlock();
        }
    }

    /** Makes room in the conversation now. Null if a hook did not allow it. */
    public @Nullable Compaction compact() {
        return agent.compaction().compact("manual");
    }

    /**
     * Wants the running prompt to stop: gracefully after the tool that is running, immediately with it. A cancelled session
     * takes no more prompts; it can be resumed.
     */
    public void cancel(CancellationToken.Level level) {
        if (level == CancellationToken.Level.NONE
                || level.compareTo(coordinator().cancellation().level()) <= 0) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        coordinator().emit("cancel:requested", EventData.of("level", level));
        if (level == CancellationToken.Level.IMMEDIATE) {
            coordinator().cancellation().requestImmediate();
        } else {
            coordinator().cancellation().requestGraceful();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A session of its own that begins with this one's conversation. It ends with this one, if not before. */
    public Session fork() {
        Session fork = parts.child(this, parts.newId(), messages(), null);
        children.add(fork);
        fork.announceFork(id());
        return fork;
    }

    /** A sub-agent's session. Whoever asks for one closes it. */
    Session delegate(AgentSpec spec) {
        Session child = parts.child(this, parts.newId(), List.of(), spec);
        children.add(child);
        return child;
    }

    int depth() {
        return depth;
    }

    SessionParts parts() {
        return parts;
    }

    void announceFork(String parent) {
        parts.requireAllowed(
                this,
                coordinator()
                        .emit("session:fork", EventData.of("parent_session_id", parent, "mount_plan", parts.plan())));
    }

    @Override
    public void close() {
        close(coordinator().cancellation().requested() ? SessionStatus.USER_EXIT : SessionStatus.COMPLETE);
    }

    /**
     * Ends the session, once: children first, then {@code session:end}, then the hooks are unmounted.
     *
     * @param end why: complete, user exit, error or timeout
     */
    public void close(SessionStatus end) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // the end is told in full
        prompting.lock();
        try {
            children.forEach(child -> child.close(end));
            if (coordinator().cancellation().requested()) {
                coordinator()
                        .emit(
                                "cancel:completed",
                                EventData.of(
                                        "level", coordinator().cancellation().level()));
            }
            coordinator()
                    .emit(
                            "session:end",
                            EventData.of(
                                    "reason", end.text(),
                                    "duration_ms",
                                            Duration.ofNanos(System.nanoTime() - began)
                                                    .toMillis(),
                                    "stats",
                                            EventData.of(
                                                    "total_messages", messages().size(),
                                                    "tool_invocations", toolsRun.get(),
                                                    "total_tokens", tokens.get())));
        } finally {
            prompting.unlock();
            release(end);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void release(SessionStatus end) {
        record.close(end, turns.get(), tokens.get());
        if (depth == 0) {
            parts.close();
        }
    }
}
