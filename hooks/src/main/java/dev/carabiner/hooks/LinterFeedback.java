package dev.carabiner.hooks;

import dev.carabiner.display.Level;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.EventData;
import dev.carabiner.event.Events;
import dev.carabiner.event.ToolPost;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hooks.lint.FileChecks;
import dev.carabiner.hooks.lint.SettledFile;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookConfig;
import dev.carabiner.session.HookModule;
import dev.carabiner.session.Mount;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A file is written, and what a linter has to say about it is in the next request: the agent can mend it in the same
 * turn. Files of a kind without a linter are checked here, and nothing is run for them.
 */
public final class LinterFeedback implements HookModule {

    private static final String NAME = "linter-feedback";
    private static final int LARGEST = 1024 * 1024;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Checks each file that is written, and tells the agent what is wrong with it.";
    }

    @Override
    public Map<String, ConfigType> configKeys() {
        return Map.of(
                "linters", ConfigType.OBJECT,
                "timeout", ConfigType.DURATION,
                "built_in", ConfigType.FLAG);
    }

    @Override
    public EventData configDefaults() {
        return EventData.of("linters", EventData.empty(), "timeout", "20s", "built_in", true);
    }

    @Override
    public AutoCloseable mount(Mount mount, HookConfig config) throws Exception {
        Workspace workspace = Workspace.at(mount.workingDirectory());
        Duration limit = config.duration("timeout", Duration.ofSeconds(20));
        Linters linters = Linters.of(config.settings().object("linters"), workspace, limit, SessionRunner.of(mount));
        boolean builtIn = config.flag("built_in", true);
        HookOptions options = HookOptions.forEvent(Events.TOOL_POST).name(NAME);
        return Mounted.of(mount.hooks().on(Events.TOOL_POST, config.options(options), (call, data) -> {
            Path file = writtenFile(call, workspace);
            return file == null ? null : feedback(file, workspace, linters, builtIn);
        }));
    }

    /** The regular file that a tool has written in the workspace, of a size that a linter may read; else null. */
    private static @Nullable Path writtenFile(ToolPost call, Workspace workspace) throws IOException {
        EventData input = call.toolInput();
        boolean wrote = WritingTools.isOne(call.toolName()) && !Boolean.FALSE.equals(call.success());
        String path = input == null || !wrote ? null : WritingTools.path(input);
        if (path == null) {
            return null;
        }
        Path file = workspace.canonical(path);
        boolean readable = Workspace.isWithin(file, workspace.root()) && Files.isRegularFile(file);
        return readable && Files.size(file) <= LARGEST ? file : null;
    }

    private static @Nullable HookResult feedback(Path file, Workspace workspace, Linters linters, boolean builtIn)
            throws Exception {
        String path = VisibleText.inOneLine(workspace.root().relativize(file).toString());
        List<String> findings;
        if (linters.has(file)) {
            findings = linters.check(file);
        } else {
            findings = builtIn ? checked(workspace.root(), file, path) : List.of();
        }
        if (findings.isEmpty()) {
            return null;
        }
        String problems = findings.size() == 1 ? "1 problem" : findings.size() + " problems";
        return HookResult.inject("Linter feedback on " + path + ":\n" + String.join("\n", findings))
                .ephemeral()
                .appendToLastToolResult()
                .userMessage(path + ": " + problems + " reported to the agent", Level.WARNING)
                .suppressOutput();
    }

    private static List<String> checked(Path root, Path file, String path) throws IOException {
        try {
            String text = SettledFile.text(root, file, LARGEST);
            return FileChecks.of(String.valueOf(file.getFileName()), text).stream()
                    .map(finding -> finding.text(path))
                    .collect(Collectors.toList());
        } catch (CharacterCodingException e) {
            return List.of(); // not a text
        }
    }
}
