package dev.carabiner.examples.host;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolResult;
import java.util.List;
import java.util.Map;

/** The path of every tool call: the guarded call, and its answer into the conversation. */
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
        ToolAnswer answer =
                session.call(call, input -> ToolResult.of(tool(call.name()).run(input)));
        session.context().add(Message.toolResult(call.id(), answer.text()));
        return new Called(answer.status() == ToolAnswer.Status.RAN, answer.text());
    }

    private Tool tool(String name) {
        Tool tool = tools.get(name);
        if (tool == null) {
            throw new IllegalArgumentException("there is no tool " + name);
        }
        return tool;
    }
}
