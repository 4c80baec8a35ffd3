package dev.carabiner.session;

import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Mints the session's permits and takes them back, one use each; both only if it is on the record. */
final class PermitDesk {

    /** The answer to the wish to run a tool, and whether a refusal is a cancellation or an interruption. */
    record Permission(ToolGate gate, boolean isStopped) {}

    private final SessionCoordinator session;
    private final Pipeline pipeline;
    private final CancellationToken cancellation;
    private final Recorder recorder;

    PermitDesk(SessionCoordinator session, Pipeline pipeline, CancellationToken cancellation, Recorder recorder) {
        this.session = session;
        this.pipeline = pipeline;
        this.cancellation = cancellation;
        this.recorder = recorder;
    }

    /** Emits {@code tool:pre} for a call that has an id. */
    Permission ask(ToolCall call) {
        String name = call.name();
        return emit(name, EventData.of("tool_call_id", call.id(), "tool_name", name, "tool_input", call.input()));
    }

    /** Emits {@code tool:pre} for a call without an id. */
    Permission ask(String name, EventData input) {
        Objects.requireNonNull(name, "tool name");
        return emit(name, EventData.of("tool_name", name, "tool_input", input));
    }

    private Permission emit(String name, EventData asked) {
        Routed routed = pipeline.emit("tool:pre", asked, heard -> objection(name, heard));
        return new Permission(gate(name, routed), routed.isStopped());
    }

    /**
     * Hooks may change a tool's input, not which tool it is for, and not even for a while: those in between would have
     * judged another call. And after a cancellation nothing new begins.
     */
    private @Nullable Objection objection(String name, HookOutcome heard) {
        if (cancellation.requested()) {
            return Objection.cancelled();
        }
        for (HandlerRun run : heard.runs()) {
            String problem = run.result() instanceof HookResult.Modify modify ? change(name, modify.data()) : null;
            if (problem != null) {
                return Objection.because(problem);
            }
        }
        String problem = change(name, heard.data());
        return problem == null ? null : Objection.because(problem);
    }

    private static @Nullable String change(String name, EventData data) {
        if (!name.equals(data.get("tool_name"))) {
            return "A hook changed tool_name from " + name + " to " + data.get("tool_name");
        }
        if (!(data.get("tool_input") instanceof Map)) {
            return "A hook removed tool_input";
        }
        return null;
    }

    /** For the final input of an emit to which there was no {@linkplain #objection objection}. */
    private ToolGate gate(String name, Routed routed) {
        HookOutcome outcome = routed.outcome();
        if (outcome.denied()) {
            return new ToolGate.Refused(outcome.reason(), outcome);
        }
        EventData input = Objects.requireNonNull(outcome.data().object("tool_input"), "checked by objection");
        String problem;
        try {
            String id = UUID.randomUUID().toString();
            ToolPermit permit = new ToolPermit(id, session, name, input, routed.callId());
            problem = recorder.append(new PermitMinted(
                    session.sessionId(), recorder.now(), "kernel", id, name, permit.digest(), permit.callId()));
            if (problem == null) {
                return new ToolGate.Permitted(permit, outcome);
            }
        } catch (InvalidEventDataException e) {
            problem = "The input of " + name + " cannot be permitted: " + e.getMessage(); // it has no digest
        }
        return new ToolGate.Refused(problem, outcome.deniedBecause(problem));
    }

    /** Spends the permit, whatever comes of it, unless it is another session's or tool's. */
    EventData redeem(ToolPermit permit, String toolName) {
        if (!permit.isFrom(session)) {
            throw new PermitException(
                    permit, "was minted in session " + permit.sessionId() + ", not in " + session.sessionId());
        }
        if (!permit.toolName().equals(toolName)) {
            throw new PermitException(permit, "does not hold for the tool " + toolName);
        }
        if (cancellation.requested()) {
            throw new PermitException(permit, new Objection("the session is cancelled", true));
        }
        if (!permit.spend()) {
            throw new PermitException(permit, "has been used before");
        }
        String unrecorded = recorder.append(new PermitUsed(
                session.sessionId(),
                recorder.now(),
                toolName,
                permit.id(),
                toolName,
                permit.digest(),
                permit.callId()));
        if (unrecorded != null) {
            throw new PermitException(permit, Objection.because(unrecorded));
        }
        return permit.input();
    }
}
