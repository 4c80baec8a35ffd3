package dev.carabiner.cli.command;

import dev.carabiner.bridge.dialect.AnswerReader.Said;
import dev.carabiner.bridge.dialect.GuardedAgent;
import dev.carabiner.cli.agent.Framed;
import dev.carabiner.cli.agent.GuardFile;
import dev.carabiner.cli.agent.HookClient;
import dev.carabiner.cli.agent.HookRequest;
import dev.carabiner.cli.agent.HookService;
import dev.carabiner.cli.agent.HookStart;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.logging.LogManager;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code carabiner hook}: judges one event of another agent and answers as a hook of that agent does. */
@Command(
        name = "hook",
        sortOptions = false,
        description = {
            "Judges one event of another agent and answers as a hook of that agent does.",
            "The event is read from standard input.",
            "Asks the service if one is running (carabiner hookd), else judges by itself and starts the service for the",
            "next time. What cannot be judged is denied. 'carabiner install' registers it with an agent."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner hook --dialect claude < event.json",
            "  carabiner hook < event.json          tells the agent by its event"
        })
final class HookCommand implements Callable<Integer> {

    private static final int MOST_BYTES = 65 * 1024 * 1024;

    private final Surroundings here;

    @Option(
            names = {"--dialect", "--agent"},
            paramLabel = "AGENT",
            description = "Whose event it is: claude, codex, gemini, …, or auto. Preset: auto.")
    private String dialect = HookRequest.AUTO;

    @Option(names = "--event", paramLabel = "NAME", description = "The event, where the agent does not say it itself.")
    private String event = "";

    @Option(names = "--limit", paramLabel = "SECONDS", description = "When the answer must be there. Preset: 590.")
    private int limit = GuardFile.USUAL_SECONDS;

    @Option(
            names = "--bundle",
            paramLabel = "FILE|NAME",
            description = "The policy; else that of the project the agent works in, if you trust it, else 'default'.")
    private @Nullable String bundle;

    @Option(names = "--framed", hidden = true, description = "The answer in one piece, for the installed command.")
    private boolean framed;

    HookCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        LogManager.getLogManager().reset(); // what it says is read by the agent
        Instant deadline = Instant.now().plusSeconds(Math.max(1, limit)).minusMillis(500);
        HookRequest request = new HookRequest(dialect, event, here.in().readNBytes(MOST_BYTES), deadline);
        if (!dialect.equals(HookRequest.AUTO)) {
            known();
        }
        Said said = answered(request);
        if (framed) {
            here.out().print(Framed.of(said));
            return ExitCode.DONE;
        }
        if (!said.output().isEmpty()) {
            here.out().println(said.output());
        }
        if (!said.errors().isEmpty()) {
            here.err().println(said.errors());
        }
        return said.exitCode();
    }

    private void known() {
        try {
            GuardedAgent.named(dialect);
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private Said answered(HookRequest request) {
        Said warm = bundle == null ? HookClient.ask(GuardFile.socket(here), HookStart.version(), request) : null;
        if (warm != null) {
            return warm;
        }
        try (HookService service = service(bundle, here)) {
            return service.answer(request);
        } finally {
            if (framed) {
                HookStart.begin(here);
            }
        }
    }

    static HookService service(@Nullable String bundle, Surroundings here) {
        return new HookService(here, directory -> ChosenBundle.files(bundle, directory, here), Bundles.approvals(here));
    }
}
