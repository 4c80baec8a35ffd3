package dev.carabiner.springai;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** A tool that runs only while a guarded manager runs the calls of an answer, and through the session's guarded call. */
public final class GuardedTool implements ToolCallback {

    private final ToolCallback tool;
    private final @Nullable RunningCalls calls; // null: those that run on the thread which calls it

    private GuardedTool(ToolCallback tool, @Nullable RunningCalls calls) {
        this.tool = tool;
        this.calls = calls;
    }

    /** The tool, guarded; guarding it twice changes nothing. */
    public static ToolCallback of(ToolCallback tool) {
        return tool instanceof GuardedTool ? tool : new GuardedTool(tool, null);
    }

    /** The tool for the calls of one answer, on whichever thread the application's manager makes them. */
    static ToolCallback in(RunningCalls calls, ToolCallback tool) {
        return new GuardedTool(tool instanceof GuardedTool guarded ? guarded.tool : tool, calls);
    }

    @Override
    public ToolDefinition getToolDefinition() {
        return tool.getToolDefinition();
    }

    @Override
    public ToolMetadata getToolMetadata() {
        return tool.getToolMetadata();
    }

    @Override
    public String call(String arguments) {
        return call(arguments, null);
    }

    @Override
    public String call(String arguments, @Nullable ToolContext context) {
        String name = tool.getToolDefinition().name();
        RunningCalls running = calls == null ? RunningCalls.current() : calls;
        if (running == null) {
            throw new IllegalStateException(
                    "Tool " + name + " is guarded, and runs only as a call of a guarded client");
        }
        return running.call(
                name,
                arguments,
                permitted -> context == null ? tool.call(permitted) : tool.call(permitted, withoutTurn(context)));
    }

    /** The turn stays inside: a tool could reach the session by it, and some tools send the context elsewhere. */
    private static ToolContext withoutTurn(ToolContext context) {
        Map<String, Object> left = new HashMap<>(context.getContext());
        return left.remove(ClientTurn.KEY) == null ? context : new ToolContext(left);
    }
}
