package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import java.util.List;

/** {@code tool-filesystem}: the files of the workspace. */
public final class FilesystemModule implements ToolModule {

    @Override
    public String name() {
        return "tool-filesystem";
    }

    @Override
    public String description() {
        return "Read, Write, Edit and MultiEdit: files in the workspace";
    }

    @Override
    public List<Tool> create(EventData settings, Workspace workspace) {
        WorkspaceFiles files = new WorkspaceFiles(workspace);
        TextFiles texts = new TextFiles(files);
        return List.of(new ReadTool(files), new WriteTool(texts), new EditTool(texts), new MultiEditTool(texts));
    }
}
