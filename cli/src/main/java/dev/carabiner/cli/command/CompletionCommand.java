package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code carabiner completion}: a script that makes the shell complete commands and options. */
@Command(
        name = "completion",
        description = "Prints a completion script for bash and zsh.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(carabiner completion bash)",
            "  carabiner completion > ~/.local/share/bash-completion/completions/carabiner"
        })
final class CompletionCommand implements Callable<Integer> {

    private final Surroundings here;

    @Parameters(paramLabel = "SHELL", arity = "0..1", description = "bash or zsh; the script is the same for both.")
    private @Nullable String shell;

    CompletionCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public Integer call() {
        if (shell != null && !shell.equals("bash") && !shell.equals("zsh")) {
            throw CommandException.usage("There is no completion for '" + shell + "'; expected bash or zsh");
        }
        here.out().print(AutoComplete.bash("carabiner", AllCommands.commandLine(here)));
        return ExitCode.DONE;
    }
}
