package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import java.util.List;

/** {@code tool-todo}: the agent's own list of what there is to do. */
public final class TodoModule implements ToolModule {

    @Override
    public String name() {
        return "tool-todo";
    }

    @Override
    public String description() {
        return "TodoWrite: the agent's list of what there is to do";
    }

    @Override
    public List<Tool> create(EventData settings, Workspace workspace) {
        return List.of(new TodoWriteTool());
    }
}
