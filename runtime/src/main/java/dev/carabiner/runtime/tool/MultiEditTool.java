package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.list;
import static dev.carabiner.runtime.tool.ToolInputs.object;
import static dev.carabiner.runtime.tool.ToolInputs.path;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.util.List;

/** Several replacements in a text file, one after another: all of them or none. */
final class MultiEditTool implements Tool {

    private static final int MOST_EDITS = 200;

    private static final EventData EDIT = object(
            List.of("old_string", "new_string"),
            "old_string",
            Replacement.OLD,
            "new_string",
            Replacement.NEW,
            "replace_all",
            Replacement.ALL);
    private static final EventData SCHEMA = object(
            List.of("file_path", "edits"),
            "file_path",
            path("The file"),
            "edits",
            list("The replacements, each made in what the one before left", EDIT, MOST_EDITS));

    private final TextFiles texts;

    MultiEditTool(TextFiles texts) {
        this.texts = texts;
    }

    @Override
    public String name() {
        return "MultiEdit";
    }

    @Override
    public String description() {
        return "Makes several replacements in a file in the working directory, in order, all of them or none. "
                + "Each is as for Edit.";
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
        List<Replacement> replacements = ToolInputs.objects(input, "edits").stream()
                .map(Replacement::from)
                .toList();
        return texts.change(path, replacements.getFirst().begins(), run, text -> {
            String changed = text;
            for (int i = 0; i < replacements.size(); i++) {
                changed = apply(replacements.get(i), i + 1, changed, path);
            }
            return changed;
        });
    }

    private String apply(Replacement replacement, int number, String text, String path) {
        try {
            return replacement.applyTo(text, name(), path);
        } catch (ToolInputException e) {
            throw new ToolInputException(name(), "Edit " + number + ": " + e.getMessage() + "; nothing was changed");
        }
    }
}
