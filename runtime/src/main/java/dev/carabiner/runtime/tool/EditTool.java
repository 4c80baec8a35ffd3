package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.object;
import static dev.carabiner.runtime.tool.ToolInputs.path;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.util.List;

/** One replacement in a text file. */
final class EditTool implements Tool {

    private static final EventData SCHEMA = object(
            List.of("file_path", "old_string", "new_string"),
            "file_path",
            path("The file"),
            "old_string",
            Replacement.OLD,
            "new_string",
            Replacement.NEW,
            "replace_all",
            Replacement.ALL);

    private final TextFiles texts;

    EditTool(TextFiles texts) {
        this.texts = texts;
    }

    @Override
    public String name() {
        return "Edit";
    }

    @Override
    public String description() {
        return "Replaces a text in a file in the working directory. old_string must occur exactly once, unless "
                + "replace_all is set. With an empty old_string, a new file is begun.";
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
        String path = ToolInputs.required(input, "file_path");
        Replacement replacement = Replacement.from(input);
        return texts.change(path, replacement.begins(), run, text -> replacement.applyTo(text, name(), path));
    }
}
