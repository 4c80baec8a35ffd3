package dev.carabiner.bridge.front;

import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalStore;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.bridge.dialect.AgentEvent;
import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.AnswerWriter;
import dev.carabiner.bridge.dialect.FileEffects;
import dev.carabiner.bridge.dialect.FileEffects.Effect;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.bridge.dialect.HookAnswer;
import dev.carabiner.bridge.dialect.HookAnswer.Verdict;
import dev.carabiner.context.ToolCall;
import dev.carabiner.engine.EngineSession;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.session.DeferrableGate;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolGate;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A session of an agent that runs elsewhere, under the policy of an engine. Each event of the agent is emitted here, and the
 * outcome is said in the agent's words.
 *
 * <p>Several threads may answer events of one session at once. A question is put to the agent's own user where the agent can
 * do that, and otherwise waits in the store until a human decides it or the time is over.
 */
public final class AgentSession {

    private final GuardedAgent agent;
    private final EngineSession session;
    private final Collected collected;
    private final ApprovalStore store;

    /**
     * For a session that is mounted.
     *
     * @param collected what the session was built with, as its sink of injections
     * @param store the one that the engine decides questions in
     */
    public AgentSession(GuardedAgent agent, EngineSession session, Collected collected, ApprovalStore store) {
        this.agent = agent;
        this.session = session;
        this.collected = collected;
        this.store = store;
    }

    /** The same session, answered as that agent is: one agent may call through several hook files. */
    public AgentSession speaking(GuardedAgent other) {
        return new AgentSession(other, session, collected, store);
    }

    /** The session here. */
    public EngineSession session() {
        return session;
    }

    /**
     * Judges one event and returns what the agent is to be told. Waits for the hooks, and for a person at most until the
     * deadline: then it is a denial.
     */
    public Said answer(AgentEvent event, Instant deadline) {
        Collected.Event beside = collected.begin();
        try {
            HookAnswer answer = judged(event, deadline);
            boolean tells = agent.writer().tells(event.row());
            return agent.writer().write(event.row(), with(answer, collected.context(beside, tells), beside.messages()));
        } finally {
            collected.end();
        }
    }

    private HookAnswer judged(AgentEvent event, Instant deadline) {
        SessionCoordinator coordinator = session.coordinator();
        return switch (event.row().ours()) {
            case "tool:pre" -> before(event, deadline);
            case "session:start" -> {
                session.start();
                yield HookAnswer.NOTHING;
            }
            case "session:resume" -> {
                session.resume(0);
                yield HookAnswer.NOTHING;
            }
            case "session:end" -> HookAnswer.NOTHING; // closing the session tells it, once
            case "prompt:submit" -> {
                coordinator.startTurn();
                yield prompt(event, coordinator.emit("prompt:submit", event.data()));
            }
            case "tool:post" -> after(event, coordinator.emit("tool:post", event.data()));
            default -> ended(coordinator.emit(event.row().ours(), event.data()));
        };
    }

    private static HookAnswer ended(HookOutcome outcome) {
        return outcome.denied() ? HookAnswer.of(Verdict.BLOCK, outcome.reason()) : HookAnswer.NOTHING;
    }

    /** No agent lets a hook change a prompt, so what a hook has changed does not get through as it was. */
    private HookAnswer prompt(AgentEvent event, HookOutcome outcome) {
        boolean changed = !String.valueOf(event.data().get("prompt"))
                .equals(String.valueOf(outcome.data().get("prompt")));
        return !outcome.denied() && changed
                ? HookAnswer.of(
                        Verdict.BLOCK, "The policy changes this prompt, and " + agentsName() + " cannot be told so")
                : ended(outcome);
    }

    private HookAnswer after(AgentEvent event, HookOutcome outcome) {
        if (outcome.denied()) {
            String withheld = ToolAnswer.denial(outcome.reason());
            return new HookAnswer(
                    Verdict.BLOCK, outcome.reason(), "", "", null, false, rewrites(event) ? withheld : null);
        }
        Object before = output(event.data());
        Object now = output(outcome.data());
        boolean same = before == null ? now == null : before.equals(now);
        return same || !rewrites(event)
                ? HookAnswer.NOTHING
                : new HookAnswer(Verdict.NONE, "", "", "", null, false, now == null ? "" : now);
    }

    private boolean rewrites(AgentEvent event) {
        return agent.writer().rewrites(event.row());
    }

    private static @Nullable Object output(EventData data) {
        return data.get("tool_result") instanceof Map<?, ?> result ? result.get("output") : null;
    }

    /** A call may amount to several here; all must be permitted. */
    private HookAnswer before(AgentEvent event, Instant deadline) {
        HookAnswer answer = HookAnswer.NOTHING;
        Object id = event.data().get("tool_call_id");
        String call = id == null ? UUID.randomUUID().toString() : String.valueOf(id);
        int number = 0;
        for (Effect effect : FileEffects.of(event)) {
            number++;
            ToolCall each = new ToolCall(number == 1 ? call : call + "." + number, effect.tool(), effect.input());
            HookAnswer next = answered(event, effect, gate(event, each, deadline), each);
            if (next.verdict() == Verdict.BLOCK) {
                return next;
            }
            answer = answer.verdict() == Verdict.ASK ? answer : next;
        }
        return answer;
    }

    private DeferrableGate gate(AgentEvent event, ToolCall call, Instant deadline) {
        DeferrableGate gate = session.coordinator().permitOrDefer(call);
        boolean askedThere = agent.writer().asks(event.row());
        while (!askedThere && gate instanceof ToolGate.Deferred waiting && decided(waiting, deadline)) {
            gate = session.coordinator().permitOrDefer(call);
        }
        return gate;
    }

    private boolean decided(ToolGate.Deferred waiting, Instant deadline) {
        Duration left = Duration.between(Instant.now(), deadline);
        if (left.isNegative() || left.isZero()) {
            return false;
        }
        try {
            StoredApproval stored = store.await(waiting.requestId(), left);
            return stored.state() != ApprovalStore.State.PENDING;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private HookAnswer answered(AgentEvent event, Effect effect, DeferrableGate gate, ToolCall call) {
        return switch (gate) {
            case ToolGate.Permitted(var permit, var outcome) ->
                permitted(event, effect, session.coordinator().redeem(permit, call.name()));
            case ToolGate.Refused(String reason, var outcome) -> HookAnswer.of(Verdict.BLOCK, reason);
            case ToolGate.Deferred waiting -> waiting(event, waiting);
        };
    }

    private HookAnswer permitted(AgentEvent event, Effect effect, EventData input) {
        if (effect.input().sameJsonAs(input)) {
            return HookAnswer.NOTHING;
        }
        boolean keepsMore = agent.writer().merges() && leavesOut(effect.input().asMap(), input.asMap());
        if (!effect.whole() || !rewrites(event) || keepsMore) {
            return HookAnswer.of(
                    Verdict.BLOCK, "The policy changes this call, and " + agentsName() + " cannot be told so here");
        }
        EventData theirs = EventData.of(agent.dialect().tools().theirs(effect.tool(), input.asMap()));
        return new HookAnswer(Verdict.NONE, "Changed by policy", "", "", theirs, false, null);
    }

    private static boolean leavesOut(Map<?, ?> before, Map<?, ?> now) {
        return before.entrySet().stream()
                .anyMatch(it -> !now.containsKey(it.getKey())
                        || (it.getValue() instanceof Map<?, ?> inner
                                && now.get(it.getKey()) instanceof Map<?, ?> rest
                                && leavesOut(inner, rest)));
    }

    /** The agent's user decides from here on: the request ends, and what the agent does then is told by its next events. */
    private HookAnswer waiting(AgentEvent event, ToolGate.Deferred waiting) {
        String prompt = waiting.outcome().questions().isEmpty()
                ? "Allow this operation?"
                : waiting.outcome().questions().getFirst().prompt();
        if (agent.writer().asks(event.row())) {
            store.cancel(waiting.requestId(), How.CANCELLED, "asked in " + agentsName());
            return HookAnswer.of(Verdict.ASK, prompt);
        }
        return HookAnswer.of(
                Verdict.BLOCK,
                "Nobody has answered in time: " + prompt + " The question waits as " + waiting.requestId()
                        + "; once it is allowed, try again");
    }

    private String agentsName() {
        return agent.dialect().agent();
    }

    private static HookAnswer with(HookAnswer answer, String context, String messages) {
        return new HookAnswer(
                answer.verdict(), answer.reason(), context, messages, answer.input(), answer.merges(), answer.output());
    }

    /** The words for a failure, where there is not even a session. */
    public static Said denied(GuardedAgent agent, AgentEvent event, String reason) {
        AnswerWriter writer = agent.writer();
        return writer.write(event.row(), HookAnswer.of(Verdict.BLOCK, reason));
    }
}
