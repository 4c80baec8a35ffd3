package dev.carabiner.bridge.foreign;

import dev.carabiner.process.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which directory a hook file belongs to: a project's, or none if it is the user's or a plug-in's. */
final class ProjectOf {

    private static final List<String> SETTINGS = List.of(
            ".claude",
            ".gemini",
            ".codex",
            ".cursor",
            ".qwen",
            ".github",
            ".copilot",
            ".cline",
            ".clinerules",
            ".vscode");

    /** What says that the directory it stands in is a plug-in. */
    private static final List<String> MANIFESTS = List.of(
            ".claude-plugin/plugin.json",
            ".codex-plugin/plugin.json",
            ".cursor-plugin/plugin.json",
            "gemini-extension.json",
            "qwen-extension.json");

    private ProjectOf() {}

    /** The project of a file; where the agent works, if the file says nothing about it. */
    static Path file(Path file, Path directory) {
        String home = Environment.basic().getOrDefault("HOME", "");
        for (Path at = file.getParent(); at != null && at.getFileName() != null; at = at.getParent()) {
            Path parent = at.getParent();
            if (isSettings(at) && parent != null) {
                return parent.toString().equals(home) ? directory : parent;
            }
        }
        return directory;
    }

    /**
     * The root of the plug-in that a file belongs to: what is above its {@code hooks/hooks.json}, or the directory around it that a
     * manifest stands in. Null if it is of none, as where a project keeps its own.
     */
    static @Nullable Path plugin(Path file) {
        Path folder = file.getParent();
        Path root = folder == null ? null : folder.getParent();
        boolean named = String.valueOf(file.getFileName()).matches("hooks([-.]\\w+)?\\.json");
        if (named && folder != null && folder.endsWith("hooks") && root != null && !isSettings(root)) {
            return root;
        }
        for (Path at = folder; at != null && !isSettings(at); at = at.getParent()) {
            if (MANIFESTS.stream().map(at::resolve).anyMatch(Files::isRegularFile)) {
                return at;
            }
        }
        return null;
    }

    /** Whether a file lies in an agent's directory of settings. */
    static boolean isOfSettings(Path file) {
        for (Path at = file.getParent(); at != null; at = at.getParent()) {
            if (isSettings(at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSettings(Path directory) {
        return SETTINGS.contains(String.valueOf(directory.getFileName()));
    }
}
