package dev.carabiner.host;

import dev.carabiner.engine.PolicyViolations;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.host.Passage.Granted;
import dev.carabiner.host.Passage.Refused;
import dev.carabiner.session.SessionCoordinator;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** A sub-agent at work in a child session. */
public final class Delegation {

    private final Conversation parent;
    private final Conversation child;
    private final String agent;
    private final String task;
    private final long began = System.nanoTime();
    private final AtomicBoolean ended = new AtomicBoolean();

    private Delegation(Conversation parent, Conversation child, String agent, String task) {
        this.parent = parent;
        this.child = child;
        this.agent = agent;
        this.task = task;
    }

    static Passage<Delegation> begin(Conversation parent, Conversation child, String agent, String task) {
        Delegation delegation = new Delegation(parent, child, agent, task);
        HookOutcome spawned = child.session()
                .coordinator()
                .emit(
                        "agent:spawn",
                        EventData.of(
                                "parent_session_id",
                                delegation.parentId(),
                                "agent_name",
                                agent,
                                "task",
                                task,
                                "config_override",
                                EventData.empty()));
        if (spawned.denied()) {
            new PolicyViolations(child.session()).tell(spawned, null);
            child.close();
            return new Refused<>(spawned.reason());
        }
        return new Granted<>(delegation);
    }

    /** The sub-agent's conversation: its session is a child of the delegating one. */
    public Conversation conversation() {
        return child;
    }

    private String parentId() {
        return parent.session().id();
    }

    /** Emits {@code agent:complete} and ends the child session. Only the first call counts. */
    public void close(TurnEnd how, String answer) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        SessionCoordinator session = child.session().coordinator();
        session.emit(
                "agent:complete",
                EventData.of(
                        "parent_session_id", parentId(),
                        "agent_name", agent,
                        "task", task,
                        "result", EventData.of("answer", answer),
                        "duration_ms",
                                Duration.ofNanos(System.nanoTime() - began).toMillis(),
                        "status", how.inEvents()));
        child.close();
    }
}
