package dev.carabiner.console;

import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.line.ShellReader;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.guard.program.Effects;
import dev.carabiner.guard.program.LineEffects;
import dev.carabiner.guard.program.ProgramTable;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the server finds out itself about a call: where its file lies, what its line does. Never what a model says of it. */
final class CallFacts {

    private static final List<String> PATHS = List.of("file_path", "path", "notebook_path");
    private static final int LARGEST_FILE = 1024 * 1024;
    private static final int LONGEST_LINE = 16 * 1024;

    private final ApprovalRequest request;
    private final @Nullable Workspace workspace;
    private final List<EventData> facts = new ArrayList<>();

    CallFacts(ApprovalRequest request, @Nullable Path directory) {
        this.request = request;
        this.workspace = directory == null ? null : workspace(directory);
    }

    private static @Nullable Workspace workspace(Path directory) {
        try {
            return Workspace.at(directory);
        } catch (IOException e) {
            return null; // it is gone
        }
    }

    List<EventData> all() {
        for (String field : PATHS) {
            if (workspace != null && request.toolInput().get(field) instanceof String file) {
                place(workspace, file);
            }
        }
        if (workspace != null && request.toolInput().get("command") instanceof String line) {
            line(workspace, line);
        }
        if (request.toolInput().get("url") instanceof String url) {
            add("network", "host " + host(url), false);
        }
        return List.copyOf(facts);
    }

    private void place(Workspace within, String file) {
        try {
            Path canonical = within.canonical(file);
            if (within.isClosed(file, canonical)) {
                add("protected_path", "protected: no tool may write it", true);
            }
            String git = GitIndex.about(within.root(), canonical);
            if (!git.isEmpty()) {
                add("git", git, false);
            } else if (!Files.exists(canonical, LinkOption.NOFOLLOW_LINKS)) {
                add("file", "a new file", false);
            }
            boolean inside = Workspace.isWithin(canonical, within.root());
            add("place", inside ? "inside the working directory" : "outside the working directory", !inside);
        } catch (IOException | InvalidPathException e) {
            add("place", "where it leads cannot be known", true);
        }
    }

    private void line(Workspace within, String line) {
        if (line.length() > LONGEST_LINE) {
            return;
        }
        ProgramTable table = ProgramTable.standard();
        ShellReader reader = new ShellReader(within.root(), System.getProperty("user.home", "/"), table.outputs());
        LineEffects effects = LineEffects.of(line, reader, table);
        if (effects.runsDownload()) {
            add("network", "runs what it has just fetched", true);
        } else if (effects.all().stream().anyMatch(Effects::usesNetwork)) {
            add("network", "uses the network", false);
        }
        if (!effects.isClear()) {
            add("line", "not everything it runs is known", false);
        }
    }

    private static String host(String url) {
        try {
            String host = URI.create(url).getHost();
            return host == null ? "unknown" : VisibleText.inOneLine(host);
        } catch (IllegalArgumentException e) {
            return "unknown";
        }
    }

    private void add(String kind, String text, boolean warning) {
        facts.add(EventData.of("kind", kind, "text", text, "warning", warning));
    }

    /** The number of the line, from 1, that the call's change begins at in its file; 0 if it is not there just once. */
    int firstLine() {
        EventData input = request.toolInput();
        if (workspace == null
                || !(input.get("file_path") instanceof String file)
                || !(input.get("old_string") instanceof String before)
                || before.isEmpty()) {
            return 0;
        }
        try {
            String text = content(workspace, file);
            int at = text.indexOf(before);
            boolean once = at >= 0 && text.indexOf(before, at + 1) < 0;
            return once
                    ? 1
                            + (int) text.substring(0, at)
                                    .chars()
                                    .filter(it -> it == '\n')
                                    .count()
                    : 0;
        } catch (IOException | InvalidPathException e) {
            return 0;
        }
    }

    /** Only an ordinary file of the project is opened: closing a file of ours would give up the lock that we hold on it. */
    private static String content(Workspace within, String file) throws IOException {
        Path canonical = within.canonical(file);
        boolean ours = within.isRecord(canonical) || within.isClosed(file, canonical);
        boolean plain = Workspace.isWithin(canonical, within.root())
                && Files.isRegularFile(canonical, LinkOption.NOFOLLOW_LINKS)
                && Files.size(canonical) <= LARGEST_FILE;
        return ours || !plain ? "" : new String(Files.readAllBytes(canonical), StandardCharsets.UTF_8);
    }
}
