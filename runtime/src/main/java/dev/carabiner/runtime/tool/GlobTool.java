package dev.carabiner.runtime.tool;

import static dev.carabiner.runtime.tool.ToolInputs.object;
import static dev.carabiner.runtime.tool.ToolInputs.path;
import static dev.carabiner.runtime.tool.ToolInputs.text;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.PathGlob;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Files by the pattern of their names, the newest first. */
final class GlobTool implements Tool {

    private static final int MOST_FILES = 100;
    private static final int MOST_MATCHES = 10_000;

    private static final EventData SCHEMA = object(
            List.of("pattern"),
            "pattern",
            text("The pattern, as in src/**/*.java").with("minLength", 1).with("maxLength", 1000),
            "path",
            path("The directory to search in, if not the working directory"));

    private record Match(String path, FileTime time) {}

    private final WorkspaceFiles files;

    GlobTool(WorkspaceFiles files) {
        this.files = files;
    }

    @Override
    public String name() {
        return "Glob";
    }

    @Override
    public String description() {
        return "Finds files by a pattern of their path: * within a name, ** for any directories, {a,b} for either. "
                + "Gives at most " + MOST_FILES + " paths, the newest first.";
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
        PathGlob pattern = SearchInput.glob(name(), ToolInputs.required(input, "pattern"));
        String path = ToolInputs.text(input, "path", "");
        List<Match> matches = new ArrayList<>();
        boolean complete;
        try (OpenDirectory directory = files.openDirectory(files.locate(path))) {
            complete = FileWalk.through(directory, (found, in) -> {
                if (pattern.matches(found.names())) {
                    matches.add(new Match(
                            SearchInput.joined(path, found.names()),
                            found.attributes().lastModifiedTime()));
                }
                return matches.size() < MOST_MATCHES;
            });
        }
        return result(matches, complete && matches.size() < MOST_MATCHES);
    }

    private static ToolResult result(List<Match> matches, boolean complete) {
        matches.sort(Comparator.comparing(Match::time).reversed().thenComparing(Match::path));
        StringBuilder out = new StringBuilder();
        matches.stream().limit(MOST_FILES).forEach(it -> out.append(it.path()).append('\n'));
        if (matches.isEmpty()) {
            out.append("No file matches\n");
        }
        boolean truncated = !complete || matches.size() > MOST_FILES;
        if (matches.size() > MOST_FILES) {
            out.append("[").append(matches.size() - MOST_FILES).append(" more; use a narrower pattern]\n");
        }
        if (!complete) {
            out.append("[not everything could be searched]\n");
        }
        return new ToolResult(
                true,
                out.toString(),
                EventData.of("files", Math.min(matches.size(), MOST_FILES), "truncated", truncated));
    }
}
