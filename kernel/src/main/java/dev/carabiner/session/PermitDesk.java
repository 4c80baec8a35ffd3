package dev.carabiner.session;

import dev.carabiner.audit.AuditRecord.PermitMinted;
import dev.carabiner.audit.AuditRecord.PermitUsed;
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

    private final SessionCoordinator session;
    private final CancellationToken cancellation;
    private final Recorder recorder;

    PermitDesk(SessionCoordinator session, CancellationToken cancellation, Recorder recorder) {
        this.session = session;
        this.cancellation = cancellation;
        this.recorder = recorder;
    }

    /**
     * Hooks may change a tool's input, not which tool it is for, and not even for a while: those in between would have
     * judged another call. And after a cancellation nothing new begins.
     */
    @Nullable
    String objection(String name, HookOutcome heard) {
        if (cancellation.requested()) {
            return "Cancelled";
        }
        for (HandlerRun run : heard.runs()) {
            String problem = run.result() instanceof HookResult.Modify modify ? objection(name, modify.data()) : null;
            if (problem != null) {
                return problem;
            }
        }
        return objection(name, heard.data());
    }

    private static @Nullable String objection(String name, EventData data) {
        if (!name.equals(data.get("tool_name"))) {
            return "A hook changed tool_name from " + name + " to " + data.get("tool_name");
        }
        if (!(data.get("tool_input") instanceof Map)) {
            return "A hook removed tool_input";
        }
        return null;
    }

    /** For the final input of an emit to which there was no {@linkplain #objection objection}. */
    ToolGate mint(String name, HookOutcome outcome) {
        if (outcome.denied()) {
            return new ToolGate.Refused(outcome.reason(), outcome);
        }
        EventData input = Objects.requireNonNull(outcome.data().object("tool_input"), "checked by objection");
        String problem;
        try {
            ToolPermit permit = new ToolPermit(UUID.randomUUID().toString(), session, name, input);
            problem = recorder.append(new PermitMinted(
                    session.sessionId(), recorder.now(), "kernel", permit.id(), name, permit.digest()));
            if (problem == null) {
                return new ToolGate.Permitted(permit, outcome);
            }
        } catch (InvalidEventDataException e) {
            problem = "The input of " + name + " cannot be permitted: " + e.getMessage(); // it has no digest
        }
        return new ToolGate.Refused(problem, outcome.deniedBecause(problem));
    }

    EventData redeem(ToolPermit permit, String toolName) {
        if (!permit.isFrom(session)) {
            throw new PermitException(
                    permit, "was minted in session " + permit.sessionId() + ", not in " + session.sessionId());
        }
        if (!permit.toolName().equals(toolName)) {
            throw new PermitException(permit, "does not hold for the tool " + toolName);
        }
        if (cancellation.requested()) {
            throw new PermitException(permit, "came too late: the session is cancelled");
        }
        if (!permit.spend()) {
            throw new PermitException(permit, "has been used before");
        }
        String unrecorded = recorder.append(
                new PermitUsed(session.sessionId(), recorder.now(), toolName, permit.id(), toolName, permit.digest()));
        if (unrecorded != null) {
            throw new PermitException(permit, "cannot be used: " + unrecorded);
        }
        return permit.input();
    }
}
