package dev.carabiner.cli.command;

import dev.carabiner.cli.command.RunOptions.Approve;
import dev.carabiner.cli.terminal.Surroundings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code carabiner run}: an agent session, for one prompt or as a conversation. */
@Command(
        name = "run",
        sortOptions = false,
        description = {
            "Runs an agent: with a prompt, until it is answered; without, as a conversation.",
            "Without a terminal the output is plain text and questions take their default."
        },
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner run",
            "  carabiner run \"read README.md\"",
            "  carabiner run --console \"run git push --force\"   answered in a browser",
            "  carabiner run --approve deny \"run git push --force\"",
            "  carabiner run --resume last \"and now the tests\"",
            "  carabiner run --foreign claude \"run make\"   with the hooks of .claude/settings.json",
            "  carabiner run --json \"read README.md\" | jq .event",
            "  carabiner run --provider provider-ollama --model llama3.2"
        })
final class RunCommand implements Callable<Integer> {

    private final Surroundings here;

    @Parameters(
            paramLabel = "PROMPT",
            arity = "0..*",
            description = "What the agent is to do; several words are one prompt.")
    private List<String> prompt = List.of();

    @Option(
            names = "--bundle",
            paramLabel = "FILE|NAME",
            description = {
                "The configuration: a file, or the name of a built-in one.",
                "Else the project's .carabiner/bundle.yaml if you trust it, else 'default'."
            })
    private @Nullable String bundle;

    @Option(names = "--provider", paramLabel = "MODULE", description = "Use this provider of the bundle.")
    private @Nullable String provider;

    @Option(names = "--model", paramLabel = "NAME", description = "Use this model of the provider.")
    private @Nullable String model;

    @Option(
            names = "--resume",
            paramLabel = "SESSION",
            description = {
                "Go on with a session of 'carabiner sessions list':",
                "its id, an unmistakable beginning of it, or 'last' for the one used last."
            })
    private @Nullable String resume;

    @Option(
            names = "--approve",
            paramLabel = "WHO",
            converter = ApproveWord.class,
            description = {
                "Who answers when a hook asks: ask (you, at the terminal), elsewhere (who uses 'carabiner approvals'),",
                "default (what the question falls back on), allow, deny. Preset: ${DEFAULT-VALUE}."
            })
    private Approve approve = Approve.ASK;

    @Option(
            names = "--console",
            description = {
                "Serve a page on this machine while it runs, and print its link: what a hook asks can be answered there,",
                "and at the terminal too if there is one. The first answer counts."
            })
    private boolean console;

    @Option(names = "--json", description = "One JSON object per event on standard output, nothing else.")
    private boolean json;

    @Option(names = "--cwd", paramLabel = "DIR", description = "Work there instead of here.")
    private @Nullable Path directory;

    @Option(
            names = "--foreign",
            paramLabel = "DIALECT",
            description = {
                "Take the project's hooks for another agent along: claude, codex, gemini, copilot, cursor, cline, qwen.",
                "Only if you trust them: 'carabiner trust --foreign DIALECT'. May be given several times."
            })
    private List<String> foreign = List.of();

    /** The words of the help, in any case. */
    static final class ApproveWord implements ITypeConverter<Approve> {

        @Override
        public Approve convert(String word) {
            return Arrays.stream(Approve.values())
                    .filter(each -> each.toString().equalsIgnoreCase(word))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "expected ask, elsewhere, default, allow or deny, but came '" + word + "'"));
        }
    }

    RunCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() throws IOException {
        RunOptions options = options();
        if (options.prompt() == null && (!here.interactive() || json)) {
            throw CommandException.usage(
                    json
                            ? "--json needs a prompt, as in: carabiner run --json \"read README.md\""
                            : "There is no prompt, and no terminal to ask for one; give one, as in:"
                                    + " carabiner run \"read README.md\"");
        }
        return new AgentRun(here, options).run();
    }

    /** Here; or where the session to go on with has been working. */
    private Path usualPlace(@Nullable String session) {
        if (session == null) {
            return here.directory();
        }
        Path place = AgentRun.store(here).metadata(session).workingDirectory();
        if (!Files.isDirectory(place)) {
            throw CommandException.failed("Session " + session + " worked in " + place
                    + ", which is not there any more; go on with it elsewhere: --cwd DIR");
        }
        return place;
    }

    RunOptions options() {
        String session = resume == null ? null : SessionLookup.idOf(resume, AgentRun.store(here));
        Path place = directory == null ? usualPlace(session) : here.resolve(directory);
        if (!Files.isDirectory(place)) {
            throw CommandException.usage("--cwd " + place + " is not a directory");
        }
        String words = String.join(" ", prompt);
        return new RunOptions(
                words.isBlank() ? null : words,
                bundle,
                provider,
                model,
                session,
                approve,
                json,
                console,
                place,
                foreign);
    }
}
