package dev.carabiner.runtime.tool;

import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ToolSpec;
import dev.carabiner.session.SessionCoordinator;
import dev.carabiner.session.ToolAnswer;
import dev.carabiner.session.ToolPermit;
import dev.carabiner.session.ToolResult;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tools of one session. Only the box runs them, in guarded calls or on a permit: a tool that is looked at through it
 * shows everything but cannot be started. Any thread may call it.
 */
public final class ToolBox {

    private final Map<String, Tool> tools;
    private final Map<String, InputSchema> schemas = new ConcurrentHashMap<>();

    /** @throws IllegalArgumentException if two of them have the same name */
    public ToolBox(Collection<? extends Tool> tools) {
        Map<String, Tool> named = new LinkedHashMap<>();
        for (Tool tool : tools) {
            if (named.putIfAbsent(tool.name(), tool) != null) {
                throw new IllegalArgumentException("There are two tools named " + tool.name() + "; expected one");
            }
        }
        this.tools = Collections.unmodifiableMap(named);
    }

    /** The names of the tools, in the order they were given. */
    public List<String> names() {
        return List.copyOf(tools.keySet());
    }

    /** As the model is told of them. */
    public List<ToolSpec> specs() {
        return tools.values().stream().map(Tool::spec).toList();
    }

    /** The tool to look at; running it takes a permit. Null if there is none of this name. */
    public @Nullable Tool tool(String name) {
        Tool tool = tools.get(name);
        return tool == null ? null : new ToolView(tool);
    }

    /** What is wrong with an input, before the hooks are asked about it; empty if nothing. */
    public List<String> check(String toolName, EventData input) {
        Tool tool = tools.get(toolName);
        return tool == null ? List.of(unknown(toolName)) : schema(tool).problems(input);
    }

    /**
     * Makes guarded calls of several tools, as {@link SessionCoordinator#callAll} says, and waits for all of them. Hooks
     * may change an input after it was checked, so it is checked again before its tool runs.
     *
     * @param goesOn asked for each call in order on this thread, just before its permit is; false leaves the call out
     * @return the answers in the order of the calls, without those left out
     */
    public List<ToolAnswer> callAll(List<ToolCall> calls, ToolRun run, Predicate<ToolCall> goesOn) {
        List<ToolCall> settled = calls.stream()
                .map(call -> new ToolCall(call.id(), call.name(), settled(call.name(), call.input())))
                .toList();
        return run.session().callAll(settled, call -> goesOn.test(call) ? input -> run(call.name(), input, run) : null);
    }

    /**
     * An input as its tool means it now, which is what to ask a permit for: see {@link Tool#settled}. The same for a tool that
     * is unknown.
     */
    public EventData settled(String toolName, EventData input) {
        Tool tool = tools.get(toolName);
        return tool == null ? input : tool.settled(input);
    }

    /**
     * Spends the permit and runs the tool with the permitted input, for callers that need the steps of a guarded call
     * apart. It emits nothing itself.
     *
     * @throws dev.carabiner.session.PermitException if the permit does not hold; nothing has run then
     * @throws ToolInputException if there is no such tool, or the permitted input does not fit it; nothing has run then
     * @throws Exception if the tool could not do it; the message is for the model
     */
    public ToolResult run(ToolPermit permit, ToolRun run) throws Exception {
        known(permit.toolName());
        return run(permit.toolName(), run.session().redeem(permit, permit.toolName()), run);
    }

    private ToolResult run(String name, EventData input, ToolRun run) throws Exception {
        Tool tool = known(name);
        List<String> problems = schema(tool).problems(input);
        if (!problems.isEmpty()) {
            throw new ToolInputException(
                    tool.name(), "The permitted input of " + tool.name() + " is wrong: " + String.join("; ", problems));
        }
        return tool.run(input, run);
    }

    private Tool known(String name) {
        Tool tool = tools.get(name);
        if (tool == null) {
            throw new ToolInputException(name, unknown(name));
        }
        return tool;
    }

    private InputSchema schema(Tool tool) {
        InputSchema known = schemas.get(tool.name());
        if (known != null) {
            return known;
        }
        InputSchema compiled = InputSchema.of(tool); // twice, if two threads come at once; that does no harm
        schemas.put(tool.name(), compiled);
        return compiled;
    }

    private String unknown(String name) {
        return "There is no tool " + name + "; the tools are " + String.join(", ", tools.keySet());
    }

    /** A tool without its use. */
    private record ToolView(String name, String description, EventData inputSchema, boolean parallel) implements Tool {

        ToolView(Tool tool) {
            this(tool.name(), tool.description(), tool.inputSchema(), tool.parallel());
        }

        @Override
        public ToolResult run(EventData input, ToolRun run) {
            throw new IllegalStateException(name + " runs on a permit only: use the tool box");
        }
    }
}
