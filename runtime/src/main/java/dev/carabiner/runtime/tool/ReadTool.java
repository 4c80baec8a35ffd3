package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.number;
import static dev.carabiner.runtime.tool.ToolInputs.object;
import static dev.carabiner.runtime.tool.ToolInputs.path;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.tool.BoundedLines.Line;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** A text file, or a part of it, with the numbers of its lines. */
final class ReadTool implements Tool {

    private static final int MOST_LINES = 2000;
    private static final int LONGEST_LINE = 2000;
    private static final int MOST_CHARACTERS = 100_000;

    private static final EventData SCHEMA = object(
            List.of("file_path"),
            "file_path",
            path("The file"),
            "offset",
            number("The line to begin with; the first is 1", 0),
            "limit",
            number("How many lines, if not " + MOST_LINES, 1));

    private final WorkspaceFiles files;

    ReadTool(WorkspaceFiles files) {
        this.files = files;
    }

    @Override
    public String name() {
        return "Read";
    }

    @Override
    public String description() {
        return "Reads a text file in the working directory. Each line comes with its number and a tab before it. "
                + "Without a limit, " + MOST_LINES + " lines are read; long lines are cut at " + LONGEST_LINE
                + " characters.";
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
        return files.settled(input, "file_path");
    }

    @Override
    public ToolResult run(EventData input, ToolRun run) throws IOException, InterruptedException {
        long first = Math.max(1, ToolInputs.number(input, "offset", 1));
        long most = ToolInputs.number(input, "limit", MOST_LINES);
        try (OpenFile file = files.open(files.locate(ToolInputs.required(input, "file_path")))) {
            if (file.isBinary()) {
                throw new FileRefusedException(
                        file.path().asked(), "is a binary file of " + file.size() + " bytes, not a text");
            }
            ToolResult result = numbered(file, first, most);
            Artifacts.read(run, file.path(), file.size());
            return result;
        }
    }

    private static ToolResult numbered(OpenFile file, long first, long most) throws IOException, InterruptedException {
        BoundedLines lines = new BoundedLines(file.content(), LONGEST_LINE);
        StringBuilder out = new StringBuilder();
        Line line = lines.next();
        int last = 0;
        long shown = 0;
        while (line != null && (line.number() < first || shown < most) && out.length() < MOST_CHARACTERS) {
            if (Thread.interrupted()) {
                throw new InterruptedException("Read was interrupted");
            }
            if (line.number() >= first) {
                append(out, line);
                shown++;
            }
            last = line.number();
            line = lines.next();
        }
        boolean more = line != null;
        if (more) {
            out.append("[there is more; continue with offset ").append(last + 1).append("]");
        } else if (shown == 0) {
            out.append(file.path().asked()).append(last == 0 ? " is empty" : " has only " + last + " lines");
        }
        return new ToolResult(true, out.toString(), EventData.of("lines", shown, "truncated", more));
    }

    private static void append(StringBuilder out, Line line) {
        out.append(String.format(Locale.ROOT, "%6d\t", line.number())).append(line.text());
        if (line.cut() > 0) {
            out.append(" [").append(line.cut()).append(" more characters]");
        }
        out.append('\n');
    }
}
