package dev.carabiner.engine;

import dev.carabiner.display.Level;
import dev.carabiner.display.UserMessage;
import dev.carabiner.display.VisibleText;
import dev.carabiner.engine.bundle.SandboxKeys;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.engine.sandbox.GitPlaces;
import dev.carabiner.engine.sandbox.LiveFiles;
import dev.carabiner.engine.sandbox.SessionSandbox;
import dev.carabiner.event.EventData;
import dev.carabiner.file.FileProblem;
import dev.carabiner.process.CommandRunner;
import dev.carabiner.process.Confinement;
import dev.carabiner.process.Sandbox;
import dev.carabiner.process.SandboxMode;
import dev.carabiner.session.SessionCoordinator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the commands of one session are confined, as its bundle says and the system can. */
final class SandboxSetup {

    private static final int MOST_NAMED = 5;

    private final SectionValues settings;
    private final Sandbox.Found found;

    private SandboxSetup(SectionValues settings, Sandbox.Found found) {
        this.settings = settings;
        this.found = found;
    }

    /** @throws SessionException if the bundle requires a sandbox and there is none */
    static SandboxSetup of(SectionValues settings, String sessionId) {
        SandboxMode mode = settings.get(SessionKeys.SANDBOX);
        Sandbox.Found found = mode == SandboxMode.OFF
                ? new Sandbox.Found(null, "the bundle says session.sandbox: off")
                : Sandbox.find();
        if (mode == SandboxMode.REQUIRED && found.sandbox() == null) {
            throw SessionException.failed(
                    sessionId,
                    "The bundle requires that commands are confined (session.sandbox: required), and here they cannot"
                            + " be: " + found.problem(),
                    null);
        }
        return new SandboxSetup(settings, found);
    }

    /** @throws SessionException if the bundle requires a sandbox, for commands that run outside of any */
    static void requireNone(SectionValues settings, String sessionId) {
        if (settings.get(SessionKeys.SANDBOX) == SandboxMode.REQUIRED) {
            throw SessionException.failed(
                    sessionId,
                    "The bundle requires that commands are confined (session.sandbox: required), and this agent runs them"
                            + " itself, outside of Carabiner's sandbox; a bundle with session.sandbox: auto can be put in front of"
                            + " it",
                    null);
        }
    }

    boolean isConfined() {
        return found.sandbox() != null;
    }

    /** What a user is told at the start. */
    UserMessage line() {
        return found.sandbox() != null
                ? new UserMessage("Commands run confined (" + found.sandbox().name() + ").", Level.INFO, "carabiner")
                : new UserMessage("Commands are not confined: " + found.problem() + ".", Level.WARNING, "carabiner");
    }

    /**
     * What runs the session's commands; null if they run as they are.
     *
     * @param closed no command may change these
     * @param records no command sees these
     * @param live no command may change these, which other processes write
     */
    @Nullable
    CommandRunner runner(
            SessionCoordinator session, Path workingDirectory, List<Path> closed, List<Path> records, List<Path> live) {
        Sandbox sandbox = found.sandbox();
        if (sandbox == null) {
            return null;
        }
        try {
            Path workspace = workingDirectory.toRealPath();
            List<Path> hidden = real(records);
            LiveFiles written = LiveFiles.of(live, workspace);
            GitPlaces git = GitPlaces.of(workspace);
            List<Path> allClosed = new ArrayList<>(closed);
            allClosed.addAll(git.closed());
            return new SessionSandbox(
                    workspace,
                    () -> confinement(sandbox, workspace)
                            .hiding(hidden)
                            .showing(git.shown())
                            .holding(git.writable())
                            .holding(written.above())
                            .protecting(written.directories()),
                    allClosed,
                    hidden,
                    written,
                    session::collectContributions,
                    changed -> report(session, changed));
        } catch (IOException e) {
            throw SessionException.failed(
                    session.sessionId(),
                    "The working directory " + workingDirectory + " cannot be used: " + FileProblem.inWords(e),
                    e);
        }
    }

    private Confinement confinement(Sandbox sandbox, Path workspace) {
        return Confinement.of(sandbox, workspace)
                .network(settings.get(SessionKeys.NETWORK))
                .limits(SandboxKeys.limits(settings.get(SessionKeys.SANDBOX_LIMITS)))
                .showing(real(settings.get(SessionKeys.SANDBOX_SHOWS).stream()
                        .map(SandboxSetup::place)
                        .toList()));
    }

    private static Path place(String name) {
        return name.startsWith("~/") ? Path.of(System.getProperty("user.home"), name.substring(2)) : Path.of(name);
    }

    private static List<Path> real(List<Path> paths) {
        List<Path> real = new ArrayList<>();
        for (Path path : paths) {
            try {
                if (Files.exists(path)) {
                    real.add(path.toRealPath());
                }
            } catch (IOException e) {
                throw new UncheckedIOException("The sandbox cannot tell where " + path + " leads", e);
            }
        }
        return real;
    }

    private static void report(SessionCoordinator session, List<Path> changed) {
        String names = changed.stream()
                .limit(MOST_NAMED)
                .map(file -> VisibleText.inOneLine(file.toString()))
                .collect(Collectors.joining(", "));
        session.emit(
                "policy:violation",
                EventData.of(
                        "reason",
                        "A command has changed protected files, which were put back: " + names
                                + (changed.size() > MOST_NAMED ? ", …" : ""),
                        "policy",
                        "sandbox",
                        "hook_name",
                        null,
                        "tool_name",
                        null));
    }
}
