package dev.carabiner.runtime.agent;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolBox;
import dev.carabiner.runtime.tool.ToolResult;
import dev.carabiner.runtime.tool.ToolRun;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolPermit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * The path of every tool call: checked, permitted, run, told to the hooks, answered. Neighbours that do not disturb each
 * other run at the same time; permits are asked for and results given in the order of the calls.
 */
final class ToolCalls {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final SessionCoordinator session;
    private final ToolBox tools;
    private int run;
    private String lastDenial = "";

    ToolCalls(SessionCoordinator session, ToolBox tools) {
        this.session = session;
        this.tools = tools;
    }

    /** How many have been carried out. */
    int run() {
        return run;
    }

    /** Why the last call was refused; empty if it was not. */
    String lastDenial() {
        return lastDenial;
    }

    /** Every call gets its answer, whatever happens: a conversation with an open call is of no use to anybody. */
    void runAll(List<ToolCall> calls) throws InterruptedException {
        int answered = 0;
        try {
            while (answered < calls.size()) {
                List<ToolCall> together = calls.subList(answered, endOfGroup(calls, answered));
                for (Attempt attempt : runTogether(together)) {
                    answer(attempt.call, finished(attempt));
                    answered++;
                }
            }
        } finally {
            for (ToolCall open : calls.subList(answered, calls.size())) {
                answer(open, new Answer("Cancelled: the session was stopped before this was done", true));
            }
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

    private List<Attempt> runTogether(List<ToolCall> calls) throws InterruptedException {
        List<Attempt> attempts = new ArrayList<>();
        for (ToolCall call : calls) {
            attempts.add(new Attempt(call, gate(call)));
        }
        if (attempts.size() == 1) {
            attempts.getFirst().task.run();
            attempts.getFirst().await();
            return attempts;
        }
        List<Thread> threads = attempts.stream()
                .map(attempt ->
                        Thread.ofVirtual().name("tool-" + attempt.call.id()).start(attempt.task))
                .toList();
        try {
            for (Attempt attempt : attempts) {
                attempt.await();
            }
        } catch (InterruptedException e) {
            stop(threads);
            throw e;
        }
        return attempts;
    }

    /** A tool that was told to stop has a moment to end what it has started. */
    private static void stop(List<Thread> threads) throws InterruptedException {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join(PATIENCE);
        }
    }

    /** May it run, and with what? */
    private Gate gate(ToolCall call) {
        List<String> problems = tools.check(call.name(), call.input());
        if (!problems.isEmpty()) {
            return new Gate.Wrong(String.join("; ", problems));
        }
        HookOutcome resolved = session.emit(
                "decision:tool_resolution",
                EventData.of(
                        "available_tools", tools.names(),
                        "selected_tool", call.name(),
                        "reason", "the model asked for it"));
        if (resolved.denied()) {
            Violations.tell(session, resolved, call.name());
            return new Gate.Closed(resolved.reason());
        }
        return switch (session.permitTool(call.name(), call.input())) {
            case ToolGate.Permitted permitted -> new Gate.Open(permitted.permit());
            case ToolGate.Refused refused -> {
                Violations.tell(session, refused.outcome(), call.name());
                yield new Gate.Closed(refused.reason());
            }
        };
    }

    private Answer finished(Attempt attempt) {
        lastDenial = attempt.gate instanceof Gate.Closed closed ? closed.reason() : "";
        return switch (attempt.gate) {
            case Gate.Closed closed -> new Answer("Denied by hook: " + closed.reason(), true);
            case Gate.Wrong wrong -> {
                tellOfError(attempt.call.name(), attempt.call.input(), "InvalidInput", wrong.problem());
                yield new Answer("Error: " + wrong.problem(), true);
            }
            case Gate.Open open -> {
                run++;
                yield attempt.outcome(open.permit());
            }
        };
    }

    private void tellOfError(String tool, EventData input, String type, String message) {
        session.emit(
                "error:tool",
                EventData.of(
                        "tool_name", tool,
                        "tool_input", input,
                        "error", EventData.of("type", type, "message", message)));
    }

    private void answer(ToolCall call, Answer answer) {
        Message result = Message.toolResult(call.id(), answer.text());
        session.context().add(answer.isError() ? result.withMetadata(EventData.of("is_error", true)) : result);
    }

    /** What the model is told. */
    private record Answer(String text, boolean isError) {}

    /** Whether a call may be carried out. */
    private sealed interface Gate {
        record Open(ToolPermit permit) implements Gate {}

        record Closed(String reason) implements Gate {}

        record Wrong(String problem) implements Gate {}
    }

    /** A call on its way. */
    private final class Attempt {

        private final ToolCall call;
        private final Gate gate;
        private final FutureTask<@Nullable ToolResult> task;
        private @Nullable ToolResult result;
        private @Nullable Throwable problem;
        private Duration took = Duration.ZERO;

        Attempt(ToolCall call, Gate gate) {
            this.call = call;
            this.gate = gate;
            this.task = new FutureTask<>(this::carryOut);
        }

        private @Nullable ToolResult carryOut() throws Exception {
            if (!(gate instanceof Gate.Open open)) {
                return null;
            }
            long began = System.nanoTime();
            try {
                return tools.run(open.permit(), new ToolRun(session));
            } finally {
                took = Duration.ofNanos(System.nanoTime() - began);
            }
        }

        void await() throws InterruptedException {
            try {
                result = task.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof InterruptedException interruption) {
                    throw interruption;
                }
                problem = e.getCause();
            }
        }

        /** Hooks may change what the model is told, or withhold it; that the tool has run they cannot change. */
        Answer outcome(ToolPermit permit) {
            if (problem != null) {
                String message = String.valueOf(problem.getMessage());
                tellOfError(call.name(), permit.input(), problem.getClass().getSimpleName(), message);
                return new Answer("Error: " + message, true);
            }
            ToolResult done = result == null ? ToolResult.of("") : result;
            Map<String, @Nullable Object> data = new LinkedHashMap<>();
            data.put("tool_name", call.name());
            data.put("tool_input", permit.input());
            data.put("tool_result", done.asEventData());
            data.put("success", done.success());
            data.put("duration_ms", took.toMillis());
            HookOutcome told = session.emit("tool:post", data);
            if (told.denied()) {
                return new Answer("Denied by hook: " + told.reason(), true);
            }
            EventData seen = told.data().object("tool_result");
            return new Answer(seen == null ? "" : String.valueOf(seen.get("output")), !done.success());
        }
    }
}
