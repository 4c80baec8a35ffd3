package dev.carabiner.session;

import dev.carabiner.approval.ApprovalStore.Execution;
import dev.carabiner.context.ToolCall;
import dev.carabiner.display.Throwables;
import dev.carabiner.event.CanonicalJson;
import dev.carabiner.event.EventData;
import dev.carabiner.event.InvalidEventDataException;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.session.ToolAnswer.Status;
import java.nio.channels.ClosedByInterruptException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One tool call after its {@code tool:pre}: run on one thread, then told to the hooks by the thread that answers the
 * model. The two may be the same.
 */
final class GuardedCall {

    /** How the body ended. Exactly one of result and problem is there. */
    private record End(
            @Nullable ToolResult result, @Nullable Throwable problem, boolean interrupted, long millis) {

        Execution execution() {
            return interrupted ? Execution.UNKNOWN : result == null ? Execution.FAILED : Execution.EXECUTED;
        }
    }

    private static final String NO_END = "Interrupted while it was running; it may have taken effect";

    private final SessionCoordinator session;
    private final ToolCall call;
    private final ToolBody body;
    private final DeferrableGate gate;
    private final boolean stopped;
    private volatile @Nullable Objection refused; // the permit did not hold when it was redeemed
    private volatile @Nullable End end;

    /** @param stopped whether a refusal is the cancellation's */
    GuardedCall(SessionCoordinator session, ToolCall call, ToolBody body, DeferrableGate gate, boolean stopped) {
        this.session = session;
        this.call = call;
        this.body = body;
        this.gate = gate;
        this.stopped = stopped;
    }

    boolean isPermitted() {
        return gate instanceof ToolGate.Permitted;
    }

    /** Redeems the permit and runs the body. Whatever the body throws is kept for the answer. */
    void run() {
        if (!(gate instanceof ToolGate.Permitted permitted)) {
            return;
        }
        EventData input;
        try {
            input = session.redeem(permitted.permit(), call.name());
        } catch (PermitException e) {
            refused = e.objection();
            permitted.permit().finish(Execution.FAILED);
            return;
        }
        End how = run(input);
        end = how;
        permitted.permit().finish(how.execution());
    }

    private End run(EventData input) {
        long began = System.nanoTime();
        try {
            ToolResult result = body.run(input);
            return ended(result, result == null ? new NoResultException(call.name()) : null, began);
        } catch (Throwable e) {
            Throwables.rethrowIfFatal(e);
            return ended(null, e, began);
        }
    }

    private static End ended(@Nullable ToolResult result, @Nullable Throwable problem, long began) {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        boolean own = problem instanceof InterruptedException || problem instanceof ClosedByInterruptException;
        boolean interrupted = problem != null && (own || Thread.currentThread().isInterrupted());
        return new End(result, problem, interrupted, millis);
    }

    /** Emits {@code tool:post} or {@code error:tool} if the body has run. An interruption of this thread stays set. */
    ToolAnswer answer() {
        HookOutcome pre = gate.outcome();
        Objection objection = refused;
        if (objection != null) {
            return objection.isStop() ? ToolAnswer.stopped(pre) : ToolAnswer.denied(objection.reason(), pre);
        }
        return switch (gate) {
            case ToolGate.Refused(String reason, HookOutcome outcome) ->
                stopped ? ToolAnswer.stopped(pre) : ToolAnswer.denied(reason, pre);
            case ToolGate.Permitted(ToolPermit permit, HookOutcome outcome) -> told(permit, pre);
            case ToolGate.Deferred(String requestId, HookOutcome outcome) -> ToolAnswer.waiting(requestId, pre);
        };
    }

    private ToolAnswer told(ToolPermit permit, HookOutcome pre) {
        End how = end;
        boolean interrupted = Thread.interrupted(); // what has been done is told in full, interrupted or not
        try {
            if (how == null) {
                permit.finish(Execution.UNKNOWN);
                return failed(permit, pre, "InterruptedException", NO_END, Status.CANCELLED);
            }
            interrupted |= how.interrupted();
            if (how.result() == null) {
                Status status = how.interrupted() ? Status.CANCELLED : Status.FAILED;
                String message = how.interrupted() ? NO_END : messageOf(how.problem());
                return failed(permit, pre, nameOf(how.problem()), message, status);
            }
            return ran(permit, pre, how.result(), how.millis());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Hooks may change what the model is told, or withhold it; that the tool has run they cannot change. */
    private ToolAnswer ran(ToolPermit permit, HookOutcome pre, ToolResult result, long millis) {
        EventData data;
        try {
            data = about(permit)
                    .overlaidWith(EventData.of(
                            "tool_result", result.asEventData(), "success", result.success(), "duration_ms", millis));
        } catch (InvalidEventDataException e) { // too large for any event
            return failed(permit, pre, nameOf(e), messageOf(e), Status.FAILED);
        }
        HookOutcome post = session.emit("tool:post", data, permit.emit());
        Object left = post.data().get("tool_result");
        boolean success = field(left, "success") instanceof Boolean said ? said : result.success();
        return ToolAnswer.told(Status.RAN, text(left, "output"), !success, pre, post);
    }

    private ToolAnswer failed(ToolPermit permit, HookOutcome pre, String type, String message, Status status) {
        EventData error = EventData.of("type", type, "message", message);
        HookOutcome post = session.emit("error:tool", about(permit).with("error", error), permit.emit());
        return ToolAnswer.told(status, text(post.data().get("error"), "message"), true, pre, post);
    }

    private EventData about(ToolPermit permit) {
        String id = permit.callId();
        return id == null
                ? EventData.of("tool_name", permit.toolName(), "tool_input", permit.input())
                : EventData.of("tool_name", permit.toolName(), "tool_input", permit.input(), "tool_call_id", id);
    }

    /** A hook may have put a text in the place of the object, or an object in the place of the text: that is JSON then. */
    private static String text(@Nullable Object left, String key) {
        Object value = left instanceof Map ? field(left, key) : left;
        return switch (value) {
            case null -> "";
            case String text -> text;
            default -> json(value);
        };
    }

    private static String json(Object value) {
        try {
            return CanonicalJson.ofValue(value);
        } catch (InvalidEventDataException e) {
            return String.valueOf(value); // half of a character, which JSON cannot hold
        }
    }

    private static @Nullable Object field(@Nullable Object left, String key) {
        return left instanceof Map<?, ?> fields ? fields.get(key) : null;
    }

    private static String nameOf(@Nullable Throwable problem) {
        if (problem == null) {
            return "";
        }
        String name = problem.getClass().getSimpleName();
        return name.isEmpty() ? problem.getClass().getName() : name;
    }

    /** In full and as it is: unlike a person's screen, the model can do with several lines. */
    private static String messageOf(@Nullable Throwable problem) {
        try {
            String message = problem == null ? null : problem.getMessage();
            return message == null || message.isBlank() ? nameOf(problem) : message;
        } catch (RuntimeException | StackOverflowError e) {
            return nameOf(problem); // an exception that cannot even say what it is
        }
    }
}
