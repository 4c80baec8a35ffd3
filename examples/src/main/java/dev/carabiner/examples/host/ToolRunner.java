package dev.carabiner.examples.host;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.HookOutcome;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolGate;
import dev.carabiner.session.ToolPermit;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The path of every tool call: ask for leave, run what was permitted and nothing else, tell the hooks, put the result
 * into the conversation.
 */
public final class ToolRunner {

    /** What became of a call: whether the tool ran to its end, and what the model is told. */
    public record Called(boolean ran, String result) {}

    private final SessionCoordinator session;
    private final Map<String, Tool> tools;
    private int calls;

    public ToolRunner(SessionCoordinator session, Map<String, Tool> tools) {
        this.session = session;
        this.tools = Map.copyOf(tools);
    }

    /** A call as if the model had just made it. */
    public Called call(String tool, EventData input) {
        ToolCall call = new ToolCall("call-" + ++calls, tool, input);
        session.context().add(Message.assistant("", List.of(call)));
        return run(call);
    }

    /** Runs a call that is already in the conversation. Waits for the hooks, and for the human if one is asked. */
    public Called run(ToolCall call) {
        Called called = switch (session.permitTool(call.name(), call.input())) {
            case ToolGate.Permitted permitted -> execute(permitted.permit());
            case ToolGate.Refused refused -> new Called(false, "Denied by hook: " + refused.reason());
        };
        session.context().add(Message.toolResult(call.id(), called.result()));
        return called;
    }

    private Called execute(ToolPermit permit) {
        EventData input = session.redeem(permit, permit.toolName());
        long began = System.nanoTime();
        String result;
        try {
            result = tool(permit.toolName()).run(input);
        } catch (Exception e) {
            return failed(permit.toolName(), input, e);
        }
        return succeeded(permit.toolName(), input, result, Duration.ofNanos(System.nanoTime() - began));
    }

    private Tool tool(String name) {
        Tool tool = tools.get(name);
        if (tool == null) {
            throw new IllegalArgumentException("there is no tool " + name);
        }
        return tool;
    }

    /** Hooks may change what the model is told, or withhold it; that the tool has run they cannot change. */
    private Called succeeded(String tool, EventData input, String result, Duration took) {
        HookOutcome outcome = session.emit(
                "tool:post",
                EventData.of(
                        "tool_name",
                        tool,
                        "tool_input",
                        input,
                        "tool_result",
                        EventData.of("success", true, "output", result),
                        "success",
                        true,
                        "duration_ms",
                        took.toMillis()));
        if (outcome.denied()) {
            return new Called(true, "Denied by hook: " + outcome.reason());
        }
        EventData told = outcome.data().object("tool_result");
        return new Called(true, told == null ? "" : String.valueOf(told.get("output")));
    }

    private Called failed(String tool, EventData input, Exception problem) {
        if (problem instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        String message = String.valueOf(problem.getMessage());
        session.emit(
                "error:tool",
                EventData.of(
                        "tool_name", tool,
                        "tool_input", input,
                        "error", EventData.of("type", problem.getClass().getSimpleName(), "message", message)));
        return new Called(false, "Error: " + message);
    }
}
