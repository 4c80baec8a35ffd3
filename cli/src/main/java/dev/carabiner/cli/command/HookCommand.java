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
import dev.carabiner.display.VisibleText;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
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
            "Asks the service if one is running (carabiner hookd), else judges by itself. What cannot be judged is denied.",
            "'carabiner install' registers it with an agent, by a file that also starts the service for the next time."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner hook --dialect claude < event.json",
            "  carabiner hook < event.json          tells the agent by its event"
        })
public final class HookCommand implements Callable<Integer> {

    private static final String DIALECT = "--dialect";
    private static final String EVENT = "--event";
    private static final String LIMIT = "--limit";
    private static final String BUNDLE = "--bundle";
    private static final String FRAMED = "--framed";
    private static final Set<String> PLAIN = Set.of(DIALECT, EVENT, LIMIT, BUNDLE);
    private static final String LOG_SETTINGS = "java.util.logging.config.file";
    private static final int MOST_BYTES = 65 * 1024 * 1024;

    private final Surroundings here;

    @Option(
            names = {DIALECT, "--agent"},
            paramLabel = "AGENT",
            description = "Whose event it is: claude, codex, gemini, …, or auto. Preset: auto.")
    private String dialect = HookRequest.AUTO;

    @Option(names = EVENT, paramLabel = "NAME", description = "The event, where the agent does not say it itself.")
    private String event = "";

    @Option(names = LIMIT, paramLabel = "SECONDS", description = "When the answer must be there. Preset: 590.")
    private int limit = GuardFile.USUAL_SECONDS;

    @Option(
            names = BUNDLE,
            paramLabel = "FILE|NAME",
            description = "The policy; else that of the project the agent works in, if you trust it, else 'default'.")
    private @Nullable String bundle;

    @Option(names = FRAMED, hidden = true, description = "The answer in one piece, for the installed command.")
    private boolean framed;

    HookCommand(Surroundings here) {
        this.here = here;
    }

    /** Whether the words are those of the installed command, or as plain: then nothing need be loaded to understand them. */
    public static boolean isPlain(List<String> words) {
        int next = 1;
        while (next < words.size()) {
            if (words.get(next).equals(FRAMED)) {
                next++;
            } else if (PLAIN.contains(words.get(next))
                    && next + 1 < words.size()
                    && !words.get(next + 1).startsWith("-")
                    && (!words.get(next).equals(LIMIT) || words.get(next + 1).matches("[0-9]{1,5}"))) {
                next += 2;
            } else {
                return false;
            }
        }
        return words.getFirst().equals("hook");
    }

    /** Does what plain words say. Returns the exit code; 2, which most agents take for a denial, if nothing could be judged. */
    public static int run(List<String> words, Surroundings here) {
        HookCommand command = new HookCommand(here);
        for (int next = 1; next < words.size(); next += 2) {
            String value = next + 1 < words.size() ? words.get(next + 1) : "";
            switch (words.get(next)) {
                case DIALECT -> command.dialect = value;
                case EVENT -> command.event = value;
                case LIMIT -> command.limit = Integer.parseInt(value);
                case BUNDLE -> command.bundle = value;
                default -> {
                    command.framed = true;
                    next--;
                }
            }
        }
        try {
            return command.call();
        } catch (IOException | RuntimeException e) {
            here.err()
                    .println("carabiner: The event cannot be judged: "
                            + VisibleText.inOneLine(String.valueOf(e.getMessage())));
            return ExitCode.USAGE;
        }
    }

    @Override
    public Integer call() throws IOException {
        if (!here.debugging()) {
            System.setProperty(LOG_SETTINGS, "/dev/null"); // what is written is read by the agent
        }
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
        try (HookService service = service(bundle, here, false)) {
            return service.answer(request);
        }
    }

    static HookService service(@Nullable String bundle, Surroundings here, boolean stays) {
        return new HookService(
                here, directory -> ChosenBundle.files(bundle, directory, here), Bundles.approvals(here), stays);
    }
}
