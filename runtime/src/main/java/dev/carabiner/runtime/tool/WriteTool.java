package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.object;
import static dev.carabiner.runtime.tool.ToolInputs.path;
import static dev.carabiner.runtime.tool.ToolInputs.text;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.util.List;

/** A whole file at once. */
final class WriteTool implements Tool {

    private static final EventData SCHEMA = object(
            List.of("file_path", "content"),
            "file_path",
            path("The file; missing directories are made"),
            "content",
            text("Its whole content"));

    private final TextFiles texts;

    WriteTool(TextFiles texts) {
        this.texts = texts;
    }

    @Override
    public String name() {
        return "Write";
    }

    @Override
    public String description() {
        return "Writes a text file in the working directory, replacing the one that is there.";
    }

    @Override
    public EventData inputSchema() {
        return SCHEMA;
    }

    @Override
    public EventData settled(EventData input) {
        return texts.settled(input, "file_path");
    }

    @Override
    public ToolResult run(EventData input, ToolRun run) throws IOException, InterruptedException {
        String content = ToolInputs.required(input, "content");
        return texts.overwrite(ToolInputs.required(input, "file_path"), content, run);
    }
}
