package dev.carabiner.host;

import dev.carabiner.context.Injection;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.EngineSessionBuilder;
import dev.carabiner.engine.PolicyViolations;
import dev.carabiner.engine.SessionException;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A conversation of a framework's agent and the session that guards it. The framework keeps the messages; this keeps what
 * hooks inject. Any thread may use it.
 */
public final class Conversation implements AutoCloseable {

    /** How many sub-agents deep: a task that delegates itself must come to an end. */
    private static final int DEEPEST = 3;

    private final EngineSession session;
    private final Injected injected;
    private final Tally tally;
    private final FailedCalls failed = new FailedCalls();
    private final int depth;
    private final boolean deferring;
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger children = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private volatile long lastUse = System.nanoTime();

    private Conversation(EngineSession session, Injected injected, Tally tally, int depth, boolean deferring) {
        this.deferring = deferring;
        this.session = session;
        this.injected = injected;
        this.tally = tally;
        this.depth = depth;
    }

    /**
     * Begins the session of a conversation.
     *
     * @throws SessionException as {@link EngineSessionBuilder#begin} does
     */
    static Conversation begin(EngineSessionBuilder builder, boolean deferring) {
        Tally tally = new Tally();
        Injected injected = new Injected(tally);
        return new Conversation(begun(builder.context(injected).begin(), tally), injected, tally, 0, deferring);
    }

    private static EngineSession begun(EngineSession session, Tally tally) {
        session.counts(tally::stats);
        return session;
    }

    /** The session that guards it. */
    public EngineSession session() {
        return session;
    }

    /** A turn for the next prompt. The caller submits the prompt, and ends the turn in any case. */
    public Turn turn() {
        occupy();
        return occupiedTurn();
    }

    /** From now on it is busy, until the turn that the caller makes of that has ended. */
    void occupy() {
        open.incrementAndGet();
        touch();
    }

    Turn occupiedTurn() {
        return new Turn(this, turns.incrementAndGet());
    }

    /**
     * Emits {@code policy:violation} for something that has got around the hooks, or tried to.
     *
     * @param reason what was seen, for people
     * @param policy the rule that it breaks
     * @param tool the tool that it is about; null for none
     */
    public void violation(String reason, String policy, @Nullable String tool) {
        new PolicyViolations(session).tell(reason, policy, null, tool);
    }

    /** Adds a text of the adapter's own to the next request, as a system message. */
    public void tell(String text) {
        injected.inject(Injection.of(text, "carabiner", "tool:post"));
    }

    /**
     * Begins a sub-agent in a child session, which is its own conversation: {@code decision:agent_resolution} here,
     * {@code session:fork} and {@code agent:spawn} there. The caller ends it with {@link Delegation#close}.
     */
    public Passage<Delegation> delegate(String agent, String task) {
        touch();
        HookOutcome resolved = session.coordinator()
                .emit(
                        "decision:agent_resolution",
                        EventData.of("agent_name", agent, "reason", "the model delegates a task to it"));
        if (resolved.denied()) {
            new PolicyViolations(session).tell(resolved, null);
            return new Passage.Refused<>(resolved.reason());
        }
        try {
            return Delegation.begin(this, child(agent), agent, task);
        } catch (SessionException e) {
            return new Passage.Refused<>(String.valueOf(e.getMessage()));
        }
    }

    private Conversation child(String agent) {
        if (depth >= DEEPEST) {
            throw SessionException.failed(
                    session.id(), "Sub-agents may delegate " + DEEPEST + " deep, and this one is that deep", null);
        }
        String id = session.id() + "." + SessionNames.safe(agent) + "-" + children.incrementAndGet();
        Tally counted = new Tally();
        Injected own = new Injected(counted);
        EngineSession child = begun(session.child(id, own), counted);
        try {
            child.start();
        } catch (SessionException e) {
            child.close("error", EventData.empty());
            throw e;
        }
        return new Conversation(child, own, counted, depth + 1, deferring);
    }

    /** Whether a question ends the tool call, which is made again after the decision. */
    boolean isDeferring() {
        return deferring;
    }

    Injected injected() {
        return injected;
    }

    Tally tally() {
        return tally;
    }

    FailedCalls failed() {
        return failed;
    }

    void touch() {
        lastUse = System.nanoTime();
    }

    void turnEnded() {
        open.decrementAndGet();
        touch();
    }

    boolean isBusy() {
        return open.get() > 0;
    }

    long idleNanos() {
        return System.nanoTime() - lastUse;
    }

    /** Ends the session. May be called twice. */
    @Override
    public void close() {
        session.close();
    }
}
