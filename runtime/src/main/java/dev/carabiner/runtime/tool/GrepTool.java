package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.flag;
import static dev.carabiner.runtime.tool.ToolInputs.number;
import static dev.carabiner.runtime.tool.ToolInputs.object;
import static dev.carabiner.runtime.tool.ToolInputs.oneOf;
import static dev.carabiner.runtime.tool.ToolInputs.path;
import static dev.carabiner.runtime.tool.ToolInputs.text;

import dev.carabiner.event.EventData;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.util.List;

/** Lines by a regular expression. */
final class GrepTool implements Tool {

    private static final EventData SCHEMA = object(
                    List.of("pattern"),
                    "pattern",
                    text("The regular expression").with("minLength", 1).with("maxLength", 1000),
                    "path",
                    path("The file or directory to search in, if not the working directory"),
                    "glob",
                    text("Only files like this, as in *.java or src/**/*.md").with("maxLength", 1000),
                    "output_mode",
                    oneOf(
                            "content gives the lines, files_with_matches (the default) the paths, count their number",
                            "content",
                            "files_with_matches",
                            "count"))
            .update(
                    "properties",
                    it -> it.with("-i", flag("Ignore letter case"))
                            .with("-n", flag("Give line numbers, with content"))
                            .with("-A", number("Lines to show after each match, with content", 0))
                            .with("-B", number("Lines to show before each match, with content", 0))
                            .with("-C", number("Lines to show around each match, with content", 0))
                            .with("head_limit", number("Only so many lines or paths", 1))
                            .with("multiline", flag("Let a match span lines, and . match their ends")));

    private final WorkspaceFiles files;

    GrepTool(WorkspaceFiles files) {
        this.files = files;
    }

    @Override
    public String name() {
        return "Grep";
    }

    @Override
    public String description() {
        return "Searches the text files in the working directory for a regular expression; also those that version "
                + "control ignores, so narrow it with path or glob where there is build output.";
    }

    @Override
    public EventData inputSchema() {
        return SCHEMA;
    }

    @Override
    public boolean parallel() {
        return true;
    }

    @Override
    public EventData settled(EventData input) {
        return files.settled(input, "path");
    }

    @Override
    public ToolResult run(EventData input, ToolRun run) throws IOException, InterruptedException {
        return new GrepRun(files, run, input).result();
    }
}
