package dev.carabiner.runtime.agent;

import dev.carabiner.engine.EngineSession;
import dev.carabiner.engine.SessionException;
import dev.carabiner.engine.bundle.AgentSpec;
import dev.carabiner.event.AgentComplete;
import dev.carabiner.event.AgentSpawn;
import dev.carabiner.event.DecisionAgentResolution;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Hands a task to a sub-agent, which works in a child session: the same hooks, the same permits, the same record. */
final class TaskTool implements Tool {

    /** How many sub-agents deep: a task that delegates itself must come to an end. */
    private static final int DEEPEST = 3;

    private final List<AgentSpec> agents;
    private @Nullable Session delegating;

    TaskTool(List<AgentSpec> agents) {
        this.agents = agents;
    }

    /** Called once, before the session takes its first prompt. */
    void delegatesFrom(Session session) {
        delegating = session;
    }

    @Override
    public String name() {
        return "Task";
    }

    @Override
    public String description() {
        return "Delegates a task to a sub-agent and returns its answer. Sub-agents: "
                + agents.stream()
                        .map(agent -> agent.name() + " (" + agent.description() + ")")
                        .collect(Collectors.joining(", "));
    }

    @Override
    public EventData inputSchema() {
        EventData text = EventData.of("type", "string");
        return EventData.of(
                "type",
                "object",
                "properties",
                EventData.of(
                        "description", text,
                        "prompt", text,
                        "subagent_type",
                                EventData.of(
                                        "type",
                                        "string",
                                        "enum",
                                        agents.stream().map(AgentSpec::name).toList())),
                "required",
                List.of("prompt", "subagent_type"),
                "additionalProperties",
                false);
    }

    @Override
    public boolean parallel() {
        return true;
    }

    @Override
    public ToolResult run(EventData input, ToolRun run) {
        Session session = Objects.requireNonNull(delegating, "the session that delegates");
        AgentSpec agent = agent(session, String.valueOf(input.text("subagent_type")));
        String task = String.valueOf(input.text("prompt"));
        if (session.family().delegations() >= DEEPEST) {
            throw SessionException.failed(
                    session.id(), "Sub-agents may delegate " + DEEPEST + " deep, and this one is that deep", null);
        }
        HookOutcome resolved = run.session()
                .emit(
                        Events.DECISION_AGENT_RESOLUTION,
                        new DecisionAgentResolution(null, agent.name(), "the model delegates a task to it", null));
        if (resolved.denied()) {
            return refused(resolved.reason());
        }
        try (Session child = session.delegate(agent)) {
            child.start(EngineSession::start);
            return run(session, child, agent, task);
        } catch (SessionException e) {
            if (e.denied()) {
                return refused(String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    private static ToolResult run(Session session, Session child, AgentSpec agent, String task) {
        SessionCoordinator hooks = child.coordinator();
        long began = System.nanoTime();
        HookOutcome spawned = hooks.emit(
                Events.AGENT_SPAWN,
                new AgentSpawn(null, session.id(), agent.name(), task, EventData.of("tools", child.toolNames()), null));
        if (spawned.denied()) {
            return refused(spawned.reason());
        }
        String answer = "";
        TurnStatus status = TurnStatus.ERROR;
        HookOutcome completed;
        try {
            TurnResult turn = child.prompt(task);
            answer = turn.answer();
            status = turn.status();
        } finally { // who was told of the beginning is told of the end
            completed = hooks.emit(
                    Events.AGENT_COMPLETE,
                    new AgentComplete(
                            null,
                            session.id(),
                            agent.name(),
                            task,
                            EventData.of("answer", answer),
                            Duration.ofNanos(System.nanoTime() - began).toMillis(),
                            status.inEvents(),
                            null));
        }
        if (completed.denied()) {
            return refused(completed.reason());
        }
        return new ToolResult(
                status == TurnStatus.SUCCESS,
                answer,
                EventData.of("agent_name", agent.name(), "child_session_id", child.id()));
    }

    private static ToolResult refused(String reason) {
        return new ToolResult(false, ToolAnswer.denial(reason), EventData.of(ToolCalls.DENIED, reason));
    }

    private AgentSpec agent(Session session, String name) {
        return agents.stream()
                .filter(agent -> agent.name().equals(name))
                .findFirst()
                .orElseThrow(() -> SessionException.failed(session.id(), "There is no sub-agent " + name, null));
    }
}
