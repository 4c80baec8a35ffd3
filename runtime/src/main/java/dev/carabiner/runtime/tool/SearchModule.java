package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import java.util.List;

/** {@code tool-search}: finding things in the workspace. */
public final class SearchModule implements ToolModule {

    @Override
    public String name() {
        return "tool-search";
    }

    @Override
    public String description() {
        return "Glob and Grep: files by name, and lines by content";
    }

    @Override
    public List<Tool> create(EventData settings, Workspace workspace) {
        WorkspaceFiles files = new WorkspaceFiles(workspace);
        return List.of(new GlobTool(files), new GrepTool(files));
    }
}
