package dev.carabiner.hooks;

import dev.carabiner.process.Command;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Finished;
import dev.carabiner.process.OutsidePrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a git repository, and neither writes to it nor runs anything that its own settings name: no hooks, monitors,
 * filters, pagers, signature checkers or transports.
 */
final class Repository {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** What a repository says of itself may be long, such as the names of a thousand filters. */
    private static final int MOST_OUTPUT = 4_000_000;

    private final Path directory;
    private final Supplier<CommandRunner> runner;

    Repository(Path directory, Supplier<CommandRunner> runner) {
        this.directory = directory;
        this.runner = runner;
    }

    /** Branch and changes in the short form, or null if there is no git or no repository. */
    @Nullable
    String status() throws Exception {
        Map<String, String> settings = withoutFilters();
        return settings == null
                ? null
                : git(settings, "status", "--short", "--branch", "--ignore-submodules=all", "--no-renames");
    }

    /** One line each; empty if there are none. */
    String lastCommits(int most) throws Exception {
        String log = git(Map.of(), "log", "--oneline", "--no-decorate", "--no-show-signature", "--max-count=" + most);
        return log == null ? "" : log;
    }

    /** Each filter of the repository's own settings, replaced by nothing; null if that cannot be, or there is no repository. */
    private @Nullable Map<String, String> withoutFilters() throws Exception {
        if (!isBelowRepository()) {
            return null; // what isWorkTree would say in the end, without starting a program
        }
        String top = git(Map.of(), "rev-parse", "--show-toplevel");
        if (top == null || !isWorkTree(top.stripTrailing())) {
            return null;
        }
        String names = git(Map.of(), "config", "--includes", "--null", "--name-only", "--get-regexp", "^filter\\.");
        if (names != null && names.indexOf('\uFFFD') >= 0) {
            return null; // a name that is no text cannot be said again, so that its filter would run
        }
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : names == null ? new String[0] : names.split("\0", -1)) {
            if (!name.isEmpty()) {
                settings.put(name, name.endsWith(".required") ? "false" : "");
            }
        }
        return settings;
    }

    /**
     * Whether it is a directory above this one, with a repository in it. The repository's own settings can say otherwise
     * ({@code core.worktree}), and git would then tell names of files from anywhere.
     */
    private boolean isWorkTree(String top) {
        try {
            Path real = Path.of(top).toRealPath();
            return directory.toRealPath().startsWith(real) && Files.exists(real.resolve(".git"));
        } catch (IOException | InvalidPathException e) {
            return false;
        }
    }

    private boolean isBelowRepository() {
        try {
            for (Path above = directory.toRealPath(); above != null; above = above.getParent()) {
                if (Files.exists(above.resolve(".git"))) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /** What it says, or null if it fails, says too much or cannot be started. */
    private @Nullable String git(Map<String, String> settings, String... words) throws Exception {
        Path program = OutsidePrograms.find("git", directory);
        if (program == null) {
            return null;
        }
        List<String> all = new ArrayList<>(List.of(
                program.toString(),
                "--no-pager",
                "--no-optional-locks",
                "-c",
                "core.fsmonitor=false",
                "-c",
                "core.hooksPath=/dev/null",
                "-c",
                "safe.bareRepository=explicit"));
        all.addAll(List.of(words));
        try {
            Finished finished = runner.get()
                    .run(Command.of(all, directory)
                            .environment(environment(settings))
                            .limit(LIMIT)
                            .mostOutput(MOST_OUTPUT));
            return finished.succeeded() && !finished.truncated() ? finished.output() : null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Not the caller's: a {@code GIT_DIR} in there would have git look at another repository. */
    private static Map<String, String> environment(Map<String, String> settings) {
        Map<String, String> environment = new LinkedHashMap<>(Map.of(
                "PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin"),
                "LC_ALL", "C.UTF-8",
                "GIT_CONFIG_NOSYSTEM", "1",
                "GIT_CONFIG_GLOBAL", "/dev/null",
                "GIT_TERMINAL_PROMPT", "0",
                "GIT_OPTIONAL_LOCKS", "0",
                "GIT_NO_LAZY_FETCH", "1",
                "GIT_ALLOW_PROTOCOL", "none"));
        int count = 0;
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            environment.put("GIT_CONFIG_KEY_" + count, setting.getKey());
            environment.put("GIT_CONFIG_VALUE_" + count, setting.getValue());
            count++;
        }
        environment.put("GIT_CONFIG_COUNT", String.valueOf(count));
        return environment;
    }
}
