package dev.carabiner.session;

import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.Throwables;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.hook.HandlerRun;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.hook.HookResult;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Mints the session's permits and takes them back, one use each; both only if it is on the record. */
final class PermitDesk {

    /** The answer to the wish to run a tool, and whether a refusal is a cancellation or an interruption. */
    record Permission(DeferrableGate gate, boolean isStopped) {

        /** The gate of a caller that has waited, so that nothing was deferred. */
        ToolGate settled() {
            return (ToolGate) gate;
        }
    }

    private final SessionCoordinator session;
    private final Pipeline pipeline;
    private final Lifecycle lifecycle;
    private final CancellationToken cancellation;
    private final Recorder recorder;
    private final Supplier<@Nullable String> standingObjection;

    PermitDesk(
            SessionCoordinator session,
            Pipeline pipeline,
            Lifecycle lifecycle,
            CancellationToken cancellation,
            Recorder recorder,
            Supplier<@Nullable String> standingObjection) {
        this.session = session;
        this.pipeline = pipeline;
        this.lifecycle = lifecycle;
        this.cancellation = cancellation;
        this.recorder = recorder;
        this.standingObjection = standingObjection;
    }

    /** Emits {@code tool:pre} for a call that has an id. Without waiting, a question that is not decided defers it. */
    Permission ask(ToolCall call, boolean mayWait) {
        EventData asked = EventData.of("tool_call_id", call.id(), "tool_name", call.name(), "tool_input", call.input());
        return emit(call.name(), asked, mayWait);
    }

    /** Emits {@code tool:pre} for a call without an id. */
    Permission ask(String name, EventData input) {
        Objects.requireNonNull(name, "tool name");
        return emit(name, EventData.of("tool_name", name, "tool_input", input), true);
    }

    private Permission emit(String name, EventData asked, boolean mayWait) {
        Routed routed = pipeline.emit("tool:pre", asked, "", mayWait, heard -> objection(name, heard));
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
        String problem = change(name, heard);
        return problem == null ? null : Objection.because(problem);
    }

    /** What a hook has made of the call that it must not; null for nothing. */
    static @Nullable String change(String name, HookOutcome heard) {
        for (HandlerRun run : heard.runs()) {
            String problem = run.result() instanceof HookResult.Modify modify ? change(name, modify.data()) : null;
            if (problem != null) {
                return problem;
            }
        }
        return change(name, heard.data());
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

    private DeferrableGate gate(String name, Routed routed) {
        HookOutcome outcome = routed.outcome();
        if (routed.waitingFor() != null) {
            return new ToolGate.Deferred(routed.waitingFor(), outcome);
        }
        if (outcome.denied()) {
            return refused(outcome.reason(), routed);
        }
        String objection = routed.grants() == null ? null : objection(); // a human took their time
        if (objection != null) {
            return refused(name, objection, Denier.KERNEL, routed);
        }
        try {
            ToolPermit permit = mint(name, routed);
            String unrecorded = recorder.isRecording() ? recordMinted(permit) : null;
            if (unrecorded != null) {
                return refused(name, unrecorded, Denier.BROKEN, routed);
            }
            return lifecycle.isEnded()
                    ? refused(name, Lifecycle.ENDED, Denier.SESSION_END, routed)
                    : new ToolGate.Permitted(permit, outcome);
        } catch (InvalidEventDataException e) { // it has no digest
            String reason = "The input of " + name + " cannot be permitted: " + e.getMessage();
            return refused(name, reason, Denier.KERNEL, routed);
        }
    }

    private @Nullable String recordMinted(ToolPermit permit) {
        return recorder.append(new PermitMinted(
                session.sessionId(),
                recorder.now(),
                "kernel",
                permit.id(),
                permit.toolName(),
                permit.digest(),
                permit.callId(),
                permit.emit().id()));
    }

    private @Nullable String recordUsed(ToolPermit permit) {
        return recorder.append(new PermitUsed(
                session.sessionId(),
                recorder.now(),
                permit.toolName(),
                permit.id(),
                permit.toolName(),
                permit.digest(),
                permit.callId(),
                permit.emit().id()));
    }

    /** Refuses what the hooks let pass, and puts that on the record. */
    private ToolGate refused(String tool, String reason, Denier denier, Routed routed) {
        recorder.denied(routed.emit(), routed.outcome().event(), reason, tool, denier);
        return refused(reason, routed);
    }

    private static ToolGate refused(String reason, Routed routed) {
        if (routed.grants() != null) {
            routed.grants().finish(Execution.FAILED); // nothing has run, and nothing will
        }
        HookOutcome outcome = routed.outcome();
        return new ToolGate.Refused(reason, outcome.denied() ? outcome : outcome.deniedBecause(reason));
    }

    /** For the final input of an emit to which there was no {@linkplain #objection objection}. */
    private ToolPermit mint(String name, Routed routed) {
        EventData input = Objects.requireNonNull(routed.outcome().data().object("tool_input"), "checked by objection");
        return new ToolPermit(recorder.newPermit(), session, name, input, routed.emit(), routed.grants());
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
        if (!permit.spend()) {
            throw usedBefore(permit);
        }
        requireGoingOn(permit);
        String unrecorded = recorder.isRecording() ? recordUsed(permit) : null;
        if (unrecorded != null) {
            recorder.denied(permit.emit(), "tool:pre", unrecorded, toolName, Denier.BROKEN);
            throw new PermitException(permit, "cannot be used: " + unrecorded, Objection.because(unrecorded));
        }
        requireGoingOn(permit); // once more: writing the record takes its time
        String objection = objection();
        if (objection != null) {
            throw tooLate(permit, Objection.because(objection), Denier.KERNEL, objection);
        }
        return permit.input();
    }

    /** Whatever has become of the session since: this denial says nothing about the first use. */
    private PermitException usedBefore(ToolPermit permit) {
        String reason = "Permit " + permit.id() + " has been used before";
        recorder.denied(permit.emit(), "tool:pre", reason, permit.toolName(), Denier.KERNEL);
        return new PermitException(permit, "has been used before");
    }

    /** Why nothing may run now, whatever was decided before; null for nothing. */
    private @Nullable String objection() {
        try {
            return standingObjection.get();
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            return "Nothing may run, since it cannot be found out whether it may: " + Throwables.inWords(e);
        }
    }

    private void requireGoingOn(ToolPermit permit) {
        if (lifecycle.isEnded()) {
            throw tooLate(permit, Objection.because(Lifecycle.ENDED), Denier.SESSION_END, Lifecycle.ENDED);
        }
        if (cancellation.requested()) {
            Objection stop = Objection.cancelled();
            throw tooLate(permit, stop, Denier.of(stop), "the session is cancelled");
        }
    }

    /** Puts on the record that the permit is worth nothing any more. */
    private PermitException tooLate(ToolPermit permit, Objection objection, Denier denier, String words) {
        recorder.denied(permit.emit(), "tool:pre", objection.reason(), permit.toolName(), denier);
        return new PermitException(permit, "came too late: " + words, objection);
    }
}
