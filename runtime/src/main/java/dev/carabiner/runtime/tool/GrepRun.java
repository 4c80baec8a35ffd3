package dev.carabiner.runtime.tool;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.PathGlob;
import dev.carabiner.session.ToolResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/** One search, from its input to its result. */
final class GrepRun {

    private static final int MOST_BYTES = 8 * 1024 * 1024;
    private static final int LOOKED_AT = 8000;
    private static final Duration MOST_TIME = Duration.ofSeconds(20);

    private final WorkspaceFiles files;
    private final ToolRun run;
    private final EventData input;
    private final LineSearch search;
    private final PathGlob glob;
    private final GrepOutput output;
    private boolean incomplete;

    GrepRun(WorkspaceFiles files, ToolRun run, EventData input) {
        this.files = files;
        this.run = run;
        this.input = input;
        boolean multiline = ToolInputs.flag(input, "multiline");
        int flags = (ToolInputs.flag(input, "-i") ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0)
                | (multiline ? Pattern.MULTILINE | Pattern.DOTALL : 0);
        Pattern pattern = SearchInput.expression("Grep", ToolInputs.required(input, "pattern"), flags);
        search = new LineSearch(pattern, multiline, new BoundedText.Limit(MOST_TIME));
        String only = ToolInputs.text(input, "glob", "");
        // a pattern without a directory is meant for the name, wherever the file lies
        glob = SearchInput.glob("Grep", only.isEmpty() ? "**" : only.contains("/") ? only : "**/" + only);
        output = GrepOutput.from(input);
    }

    ToolResult result() throws IOException, InterruptedException {
        try {
            search();
        } catch (BoundedText.TooLongException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("Grep was interrupted");
            }
            throw new ToolInputException(
                    "Grep", "The search was given up after " + MOST_TIME.toSeconds() + " s; use a simpler pattern");
        } catch (StackOverflowError e) {
            throw new ToolInputException("Grep", "The pattern is too complex; use a simpler one");
        }
        return output.result(incomplete);
    }

    private void search() throws IOException, InterruptedException {
        String path = ToolInputs.text(input, "path", "");
        FilePath start = files.locate(path);
        if (files.isRegular(start)) {
            try (OpenFile file = files.open(start)) {
                look(start, file.size(), file.content());
            }
            return;
        }
        try (OpenDirectory directory = files.openDirectory(start)) {
            boolean all = FileWalk.through(directory, (found, in) -> {
                if (glob.matches(found.names())) {
                    Path canonical =
                            start.canonical().resolve(Path.of("", found.names().toArray(String[]::new)));
                    FilePath file = new FilePath(SearchInput.joined(path, found.names()), canonical);
                    try (InputStream content = Channels.newInputStream(in.read(file.name()))) {
                        look(file, found.attributes().size(), content);
                    }
                }
                return !output.isFull();
            });
            incomplete |= !all;
        }
    }

    private void look(FilePath file, long size, InputStream content) throws IOException {
        byte[] beginning = content.readNBytes(LOOKED_AT);
        if (isBinary(beginning)) {
            return;
        }
        if (size > MOST_BYTES) {
            incomplete = true;
            return;
        }
        byte[] rest = content.readNBytes(MOST_BYTES - beginning.length);
        byte[] all = new byte[beginning.length + rest.length];
        System.arraycopy(beginning, 0, all, 0, beginning.length);
        System.arraycopy(rest, 0, all, beginning.length, rest.length);
        LineSearch.Hits hits = search.in(new String(all, UTF_8));
        if (!hits.lines().isEmpty() && isGiven(file, size)) {
            output.add(file.asked(), hits);
        }
    }

    /** Only content is told to the hooks: a path tells nothing of what is in the file. */
    private boolean isGiven(FilePath file, long size) {
        if (!output.givesContent()) {
            return true;
        }
        try {
            Artifacts.read(run, file, size);
            return true;
        } catch (FileRefusedException e) {
            output.note(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static boolean isBinary(byte[] beginning) {
        for (byte each : beginning) {
            if (each == 0) {
                return true;
            }
        }
        return false;
    }
}
