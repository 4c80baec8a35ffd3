package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.agent.ToolAttempt.Gate;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolBox;
import dev.carabiner.runtime.tool.ToolResult;
import dev.carabiner.session.PermitException;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolPermit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The path of every tool call: checked, permitted, run, told to the hooks, answered. Neighbours that do not disturb each
 * other run at the same time; permits are asked for and results given in the order of the calls.
 */
final class ToolCalls {

    /** In a result's details: why nothing came of it, if a hook would not have it. */
    static final String DENIED = "denied";

    private static final String STOPPED = "Cancelled: the session was stopped before this was begun";
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** How many calls of one answer are run: an answer of a few megabytes can hold a hundred thousand. */
    static final int MOST = 128;

    private static final String TOO_MANY =
            "Error: Not run: one answer may make at most " + MOST + " calls; make the others in later answers";

    private final SessionCoordinator session;
    private final ToolBox tools;
    private final Violations violations;
    private final Secrets secrets;
    private int run;
    private String lastDenial = "";

    ToolCalls(SessionCoordinator session, ToolBox tools, Violations violations, Secrets secrets) {
        this.session = session;
        this.tools = tools;
        this.violations = violations;
        this.secrets = secrets;
    }

    /** How many have been carried out. */
    int run() {
        return run;
    }

    /** The reason of the last refusal, also if later calls were made; empty if no call was refused. */
    String lastDenial() {
        return lastDenial;
    }

    /**
     * Every call gets its answer, whatever happens: no model takes a conversation with an open call.
     *
     * @param faulty why the arguments of a call could not be read, by the call's position; it is not run
     */
    void runAll(List<ToolCall> asked, Map<Integer, String> faulty) throws InterruptedException {
        List<ToolCall> calls = asked.subList(0, Math.min(asked.size(), MOST));
        try {
            runInGroups(calls, faulty);
        } finally {
            refuse(asked.subList(calls.size(), asked.size()));
        }
    }

    /** One event for all of them: there may be many. */
    private void refuse(List<ToolCall> calls) {
        if (!calls.isEmpty()) {
            tellError(calls.getFirst(), EventData.empty(), "TooManyCalls", calls.size() + " calls were not run");
        }
        calls.forEach(call -> answer(call, new Answer(TOO_MANY, true)));
    }

    private void runInGroups(List<ToolCall> calls, Map<Integer, String> faulty) throws InterruptedException {
        int answered = 0;
        boolean interrupted = false;
        try {
            while (answered < calls.size() && !interrupted) {
                List<ToolAttempt> attempts = attempts(calls, answered, endOfGroup(calls, answered), faulty);
                runTogether(attempts);
                interrupted = Thread.interrupted() || attempts.stream().anyMatch(ToolAttempt::interrupted);
                for (ToolAttempt attempt : attempts) { // what has been done is told in full, interrupted or not
                    answered++;
                    answer(attempt.call(), finished(attempt));
                }
            }
        } finally {
            interrupted |= Thread.interrupted();
            for (ToolCall open : calls.subList(answered, calls.size())) {
                answer(open, new Answer(STOPPED, true));
            }
        }
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    private int endOfGroup(List<ToolCall> calls, int from) {
        int end = from + 1;
        while (isParallel(calls.get(from)) && end < calls.size() && isParallel(calls.get(end))) {
            end++;
        }
        return end;
    }

    private boolean isParallel(ToolCall call) {
        Tool tool = tools.tool(call.name());
        return tool != null && tool.parallel();
    }

    private List<ToolAttempt> attempts(List<ToolCall> calls, int from, int to, Map<Integer, String> faulty) {
        List<ToolAttempt> attempts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            attempts.add(new ToolAttempt(calls.get(i), gate(calls.get(i), faulty.get(i)), tools, session));
        }
        return attempts;
    }

    /** Waits for all of them. An interruption ends them, and the flag stays set. */
    private static void runTogether(List<ToolAttempt> attempts) {
        if (attempts.size() == 1) {
            attempts.getFirst().run();
            return;
        }
        List<Thread> threads = attempts.stream()
                .map(attempt ->
                        Thread.ofVirtual().name("tool-" + attempt.call().id()).start(Work.shared(attempt::run)))
                .toList();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            stop(threads);
            Thread.currentThread().interrupt();
        }
    }

    /** A tool that was told to stop has a moment to end what it has started. */
    private static void stop(List<Thread> threads) {
        threads.forEach(Thread::interrupt);
        long until = System.nanoTime() + PATIENCE.toNanos();
        for (Thread thread : threads) {
            try {
                thread.join(Duration.ofNanos(Math.max(1, until - System.nanoTime())));
            } catch (InterruptedException e) {
                return; // somebody is in a greater hurry
            }
        }
    }

    /**
     * May it run, and with what?
     *
     * @param fault why its arguments could not be read, or null if they could
     */
    private Gate gate(ToolCall call, @Nullable String fault) {
        if (session.cancellation().requested()) {
            return new Gate.Stopped();
        }
        HookOutcome resolved = session.emit(
                "decision:tool_resolution",
                EventData.of(
                        "available_tools", tools.names(),
                        "selected_tool", call.name(),
                        "reason", "the model asked for it"));
        if (resolved.denied()) {
            return refused(call, resolved);
        }
        if (fault != null) {
            return new Gate.Wrong("The arguments of this call are not valid JSON: " + fault);
        }
        List<String> problems = tools.check(call.name(), call.input());
        if (!problems.isEmpty()) {
            return new Gate.Wrong(String.join("; ", problems));
        }
        return switch (session.permitTool(call)) {
            case ToolGate.Permitted permitted -> new Gate.Open(permitted.permit());
            case ToolGate.Refused refused -> refused(call, refused.outcome());
        };
    }

    private Gate refused(ToolCall call, HookOutcome outcome) {
        if (session.cancellation().requested() || Thread.currentThread().isInterrupted()) {
            return new Gate.Stopped();
        }
        violations.tell(outcome, call.name());
        return new Gate.Closed(outcome.reason());
    }

    private Answer finished(ToolAttempt attempt) {
        return switch (attempt.gate()) {
            case Gate.Stopped stopped -> new Answer(STOPPED, true);
            case Gate.Closed closed -> {
                lastDenial = closed.reason();
                yield new Answer("Denied by hook: " + closed.reason(), true);
            }
            case Gate.Wrong wrong -> failed(attempt, attempt.call().input(), "InvalidInput", wrong.problem());
            case Gate.Open open -> ran(attempt, open.permit());
        };
    }

    private Answer ran(ToolAttempt attempt, ToolPermit permit) {
        Throwable problem = attempt.problem();
        if (problem instanceof PermitException) {
            return failed(attempt, permit.input(), "PermitException", String.valueOf(problem.getMessage()));
        }
        run++;
        if (attempt.interrupted()) {
            String text = "Interrupted while it was running; it may have taken effect";
            return failed(attempt, permit.input(), "Interrupted", text);
        }
        if (problem != null) {
            String message = String.valueOf(problem.getMessage());
            return failed(attempt, permit.input(), problem.getClass().getSimpleName(), message);
        }
        return succeeded(attempt, permit);
    }

    private Answer failed(ToolAttempt attempt, EventData input, String type, String problem) {
        String message = secrets.hiddenIn(problem);
        tellError(attempt.call(), input, type, message);
        return new Answer("Error: " + message, true);
    }

    private void tellError(ToolCall call, EventData input, String type, String message) {
        session.emit(
                "error:tool",
                EventData.of(
                        "tool_call_id", call.id(),
                        "tool_name", call.name(),
                        "tool_input", input,
                        "error", EventData.of("type", type, "message", message)));
    }

    /** Hooks may change what the model is told, or withhold it; that the tool has run they cannot change. */
    private Answer succeeded(ToolAttempt attempt, ToolPermit permit) {
        ToolResult done = secrets.hiddenIn(attempt.result());
        if (done.details().get(DENIED) instanceof String reason) {
            lastDenial = reason;
        }
        HookOutcome told = session.emit(
                "tool:post",
                EventData.of(
                        "tool_call_id", attempt.call().id(),
                        "tool_name", attempt.call().name(),
                        "tool_input", permit.input(),
                        "tool_result", done.asEventData(),
                        "success", done.success(),
                        "duration_ms", attempt.took().toMillis()));
        if (told.denied()) {
            return new Answer("Denied by hook: " + told.reason(), true);
        }
        return new Answer(output(told.data().get("tool_result")), !done.success());
    }

    private static String output(@Nullable Object result) {
        return switch (result) {
            case null -> "";
            case String text -> text;
            case Map<?, ?> fields when fields.get("output") != null -> String.valueOf(fields.get("output"));
            case Map<?, ?> fields -> "";
            default -> String.valueOf(result);
        };
    }

    private void answer(ToolCall call, Answer answer) {
        Message result = Message.toolResult(call.id(), answer.text());
        session.context().add(answer.isError() ? result.withMetadata(EventData.of("is_error", true)) : result);
    }

    /** What the model is told. */
    private record Answer(String text, boolean isError) {}
}
