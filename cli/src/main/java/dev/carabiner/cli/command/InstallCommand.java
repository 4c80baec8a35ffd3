package dev.carabiner.cli.command;

import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.cli.agent.AgentRegistration;
import dev.carabiner.cli.agent.GuardFile;
import dev.carabiner.cli.agent.HookStart;
import dev.carabiner.cli.agent.Installer;
import dev.carabiner.cli.agent.WiringProbe;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code carabiner install} and {@code uninstall}: Carabiner's hooks in an agent's own settings. */
@Command(
        name = "install",
        sortOptions = false,
        description = {
            "Has another agent ask Carabiner before each tool call.",
            "Adds hooks to the agent's own settings.",
            "What is there stays, the file as it was is kept, and a second time changes nothing. A file that cannot be",
            "read is not touched. 'carabiner doctor' tells whether it works, 'carabiner uninstall' undoes it."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner install --agent claude",
            "  carabiner install --agent codex --dry-run     shows what would change",
            "  carabiner install --agent copilot --project   for this repository"
        })
final class InstallCommand implements Callable<Integer> {

    private final Surroundings here;

    @Option(names = "--agent", required = true, paramLabel = "AGENT", description = "claude, codex, gemini, copilot, …")
    @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
    private String agent;

    @Option(names = "--project", description = "In the project here, not in your own settings.")
    private boolean project;

    @Option(names = "--dry-run", description = "Shows what would change, and changes nothing.")
    private boolean dry;

    @Option(
            names = "--within",
            paramLabel = "SECONDS",
            description = "How long an answer may take, people included. Preset: 590; agents wait for 600.")
    private int seconds = GuardFile.USUAL_SECONDS;

    InstallCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        Installer installer = installer(agent, project, here);
        Path launcher = HookStart.launcher();
        if (launcher == null) {
            throw CommandException.failed("Carabiner was not started by its own command, so none can be registered;"
                    + " use the file 'carabiner' of the distribution");
        }
        if (seconds < 1 || seconds > GuardFile.USUAL_SECONDS) {
            throw CommandException.usage("--within takes 1 to " + GuardFile.USUAL_SECONDS + " seconds");
        }
        String before = before(installer);
        String after = after(installer);
        here.out().print(LineDiff.of(installer.file().toString(), before, after));
        installer.missingBeside().forEach((file, text) -> here.out().print(LineDiff.of(file.toString(), null, text)));
        if (dry) {
            return ExitCode.DONE;
        }
        HookStart.prepare(launcher);
        GuardFile.write(here, launcher, HookStart.version(), seconds);
        installer.install();
        GuardedAgent named = GuardedAgent.named(agent);
        here.out()
                .println(
                        after.equals(before)
                                ? named.dialect().agent() + " was registered already"
                                : named.dialect().agent() + " now asks Carabiner before each tool call");
        String problem = WiringProbe.problem(installer.registered(), named, here.directory());
        here.out()
                .println(
                        problem == null
                                ? "A call that must be denied was denied: it works"
                                : "It does not work: " + VisibleText.inOneLine(problem));
        if (!installer.next().isEmpty()) {
            here.out().println("Still to do: " + installer.next());
        }
        return problem == null ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static @Nullable String before(Installer installer) {
        try {
            return installer.before();
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    private static String after(Installer installer) {
        try {
            return installer.after();
        } catch (IOException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    static Installer installer(String agent, boolean project, Surroundings here) {
        try {
            return Installer.of(GuardedAgent.named(agent), project ? here.directory() : null, here);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(e.getMessage() + "\nKnown: " + String.join(", ", AgentRegistration.agents()));
        }
    }

    /** Takes the hooks out again. */
    @Command(
            name = "uninstall",
            sortOptions = false,
            description = {
                "Takes Carabiner's hooks out of an agent's settings.",
                "If nothing else has changed since, the file is what it was before, byte by byte."
            },
            optionListHeading = "%nOptions:%n",
            footerHeading = "%nExamples:%n",
            footer = {"  carabiner uninstall --agent claude", "  carabiner uninstall --agent claude --dry-run"})
    static final class Uninstall implements Callable<Integer> {

        private final Surroundings here;

        @Option(
                names = "--agent",
                required = true,
                paramLabel = "AGENT",
                description = "claude, codex, gemini, copilot, …")
        @SuppressWarnings("NullAway.Init") // set by picocli, which requires it
        private String agent;

        @Option(names = "--project", description = "In the project here, not in your own settings.")
        private boolean project;

        @Option(names = "--dry-run", description = "Shows what would change, and changes nothing.")
        private boolean dry;

        Uninstall(Surroundings here) {
            this.here = here;
        }

        @Override
        public Integer call() throws IOException {
            Installer installer = installer(agent, project, here);
            String before = InstallCommand.before(installer);
            String after = afterUninstall(installer);
            here.out().print(LineDiff.of(installer.file().toString(), before, after));
            if (!dry) {
                installer.uninstall();
            }
            return ExitCode.DONE;
        }

        private static @Nullable String afterUninstall(Installer installer) {
            try {
                return installer.afterUninstall();
            } catch (IOException e) {
                throw CommandException.failed(String.valueOf(e.getMessage()));
            }
        }
    }
}
