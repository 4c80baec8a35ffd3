package dev.carabiner.springai;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.metadata.ToolMetadata;

/** A tool that runs only while a guarded manager runs the calls of an answer, and through the session's guarded call. */
public final class GuardedTool implements ToolCallback {

    private final ToolCallback tool;
    private final Supplier<@Nullable RunningCalls> calls;

    private GuardedTool(ToolCallback tool, Supplier<@Nullable RunningCalls> calls) {
        this.tool = tool;
        this.calls = calls;
    }

    /** The tool, guarded; guarding it twice changes nothing. */
    public static ToolCallback of(ToolCallback tool) {
        return tool instanceof GuardedTool ? tool : new GuardedTool(tool, RunningCalls::current);
    }

    /** The tool for these calls, on whichever thread they are made. */
    static ToolCallback in(Supplier<@Nullable RunningCalls> calls, ToolCallback tool) {
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
        Permitted permission = Permitted.take(name, arguments);
        if (permission != null) {
            return permission.run(() -> run(arguments, context));
        }
        RunningCalls running = calls.get();
        if (running == null) {
            throw new IllegalStateException(
                    "Tool " + name + " is guarded, and runs only as a call of a guarded client");
        }
        return running.call(name, arguments, permitted -> run(permitted, context));
    }

    private String run(String permitted, @Nullable ToolContext context) {
        return context == null ? tool.call(permitted) : tool.call(permitted, withoutTurn(context));
    }

    /** The turn stays inside: a tool could reach the session by it, and some tools send the context elsewhere. */
    private static ToolContext withoutTurn(ToolContext context) {
        Map<String, Object> left = new HashMap<>(context.getContext());
        return left.remove(ClientTurn.KEY) == null ? context : new ToolContext(left);
    }
}
