package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;

/** {@code carabiner completion}: a script that makes the shell complete commands and options. */
@Command(
        name = "completion",
        description = "Prints a completion script for bash and zsh.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(carabiner completion)",
            "  carabiner completion > ~/.local/share/bash-completion/completions/carabiner"
        })
final class CompletionCommand implements Callable<Integer> {

    private final Surroundings here;

    CompletionCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        here.out().print(AutoComplete.bash("carabiner", AllCommands.commandLine(here)));
        return ExitCode.DONE;
    }
}
