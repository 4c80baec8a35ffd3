package dev.carabiner.examples;

import dev.carabiner.hook.HookOptions;
import dev.carabiner.hook.HookRegistry;
import dev.carabiner.hook.HookResult;
import dev.carabiner.hook.Registration;
import dev.carabiner.process.Command;
import dev.carabiner.process.Finished;
import dev.carabiner.session.SessionCoordinator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Flow: a session begins, and the agent knows the state of the repository without having to ask. */
public final class GitStatus {

    private static final int MOST_LINES = 60;

    private GitStatus() {}

    /** Outside a repository, or without git, the agent is told nothing. */
    public static Registration mount(HookRegistry hooks, Path repository) {
        HookOptions options = HookOptions.forEvent("session:start").name("git-status");
        return hooks.register(options, (event, data) -> {
            Finished status = git(repository, "status", "--short", "--branch", "--ignore-submodules=all");
            return status.exitCode() != 0
                    ? HookResult.proceed()
                    : HookResult.inject("Git status:\n" + shortened(status.output()))
                            .suppressOutput();
        });
    }

    private static String shortened(String status) {
        List<String> lines = status.lines().toList();
        if (lines.size() <= MOST_LINES) {
            return status.strip();
        }
        return lines.stream().limit(MOST_LINES).collect(Collectors.joining("\n", "", "\n")) + "["
                + (lines.size() - MOST_LINES) + " more lines]";
    }

    /** Looks, and neither writes nor runs anything that the repository's own settings name. */
    private static Finished git(Path repository, String... words) throws Exception {
        List<String> all = new ArrayList<>(
                List.of("git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"));
        all.addAll(List.of(words));
        return Command.of(all, repository)
                .environment(environment())
                .limit(Duration.ofSeconds(10))
                .run();
    }

    /** Not the caller's: a {@code GIT_DIR} in there would have git look at another repository. */
    private static Map<String, String> environment() {
        return Map.of(
                "PATH", System.getenv().getOrDefault("PATH", ""),
                "LC_ALL", "C.UTF-8",
                "GIT_CONFIG_NOSYSTEM", "1",
                "GIT_CONFIG_GLOBAL", "/dev/null",
                "GIT_TERMINAL_PROMPT", "0");
    }

    public static void main(String[] args) throws Exception {
        Stage.perform(GitStatus::play);
    }

    static boolean isGitHere(Path directory) throws Exception {
        try {
            return git(directory, "--version").exitCode() == 0;
        } catch (IOException e) {
            return false; // it cannot be started
        }
    }

    /** A repository with one commit, one change that is not in it, and one file that git does not know. */
    static void makeRepository(Path directory) throws Exception {
        require(git(directory, "init", "--quiet", "--initial-branch=main"));
        Files.writeString(directory.resolve("route.txt"), "north face\n");
        require(git(directory, "add", "route.txt"));
        require(git(
                directory,
                "-c",
                "user.name=Example",
                "-c",
                "user.email=example@example.org",
                "commit",
                "--quiet",
                "--message=The route"));
        Files.writeString(directory.resolve("route.txt"), "south face\n");
        Files.writeString(directory.resolve("weather.txt"), "clear\n");
    }

    private static void require(Finished finished) {
        if (finished.exitCode() != 0) {
            throw new IllegalStateException("git failed: " + finished.output());
        }
    }

    static void play(Stage stage) throws Exception {
        if (!isGitHere(stage.directory())) {
            stage.say("Skipped: this example needs git, and there is no git on the PATH.");
            return;
        }
        makeRepository(stage.directory());
        HookRegistry hooks = new HookRegistry();
        mount(hooks, stage.directory());
        SessionCoordinator session = SessionCoordinator.builder().hooks(hooks).build();

        session.emit("session:start", Map.of("source", "example"));

        stage.say("A session starts in a repository. Before its first prompt, the conversation holds:");
        stage.quote(session.context().messages().getLast().text());
    }
}
