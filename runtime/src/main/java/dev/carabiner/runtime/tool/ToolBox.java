package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ToolSpec;
import dev.carabiner.session.ToolPermit;
import java.nio.channels.ClosedByInterruptException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The tools of one session. It is the only one that runs them, and it takes a permit for each run: whoever looks at a
 * tool through it gets to see everything but the way to start it.
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

    /** What is wrong with an input before anybody is asked about it; empty if nothing. */
    public List<String> check(String toolName, EventData input) {
        Tool tool = tools.get(toolName);
        return tool == null ? List.of(unknown(toolName)) : schema(tool).problems(input);
    }

    /**
     * Spends the permit and runs the tool with the permitted input. Hooks may have changed that since it was checked, so
     * it is checked again.
     *
     * @throws dev.carabiner.session.PermitException if the permit does not hold; nothing has run then
     * @throws ToolInputException if there is no such tool, or the permitted input does not fit it; nothing has run then
     * @throws Exception if the tool could not do it; the message is for the model
     */
    public ToolResult run(ToolPermit permit, ToolRun run) throws Exception {
        Tool tool = tools.get(permit.toolName());
        if (tool == null) {
            throw new ToolInputException(permit.toolName(), unknown(permit.toolName()));
        }
        EventData input = run.session().redeem(permit, tool.name());
        List<String> problems = schema(tool).problems(input);
        if (!problems.isEmpty()) {
            throw new ToolInputException(
                    tool.name(), "The permitted input of " + tool.name() + " is wrong: " + String.join("; ", problems));
        }
        try {
            return tool.run(input, run);
        } catch (ClosedByInterruptException e) {
            InterruptedException interrupted = new InterruptedException(tool.name() + " was interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
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
