package dev.carabiner.cli.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code carabiner} alone: says what there is. */
@Command(
        name = "carabiner",
        synopsisSubcommandLabel = "COMMAND",
        description = "Runs AI agents under hooks that watch, block, change, ask and record.",
        optionListHeading = "%nOptions:%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed; the error says what, where and what to do",
            "2:wrong usage",
            "3:denied by a hook or a person"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  carabiner demo                           a tour, offline, in under a minute",
            "  carabiner run \"read README.md\"           one prompt",
            "  carabiner run                            a conversation",
            "  carabiner sessions list                  what has been run",
            "  carabiner bundle show default            what is mounted unless you say otherwise",
            "  carabiner explain tool:pre --data @call.json  what the hooks say about a call, and why",
            "",
            "'carabiner COMMAND --help' says more about a command. Environment: NO_COLOR turns colours",
            "off, CARABINER_DEBUG=1 shows where an error came from."
        })
@SuppressWarnings("UnusedVariable") // picocli reads the options
final class RootCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "Print the version.")
    private boolean version;

    /** Taken out before the command line is read; here for the help and the completion. */
    @Option(names = "--no-color", scope = ScopeType.INHERIT, description = "No colours, as with NO_COLOR=1.")
    private boolean noColour;

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Which command?");
    }
}
