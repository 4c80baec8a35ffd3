package dev.carabiner.cli.command;

import dev.carabiner.approval.DeciderName;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.cli.terminal.TerminalApproval;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store a command is about, and as whom it acts. */
final class StoreOptions {

    @Option(
            names = "--bundle",
            paramLabel = "FILE|NAME",
            description = {
                "The configuration whose store it is: a file, or the name of a built-in one.",
                "Else the project's .carabiner/bundle.yaml if you trust it, else 'default'."
            })
    private @Nullable String bundle;

    SharedStore open(Surroundings here) {
        return SharedStore.open(bundle, here);
    }

    /** The name that was given, or that of the user; checked before anything is decided under it. */
    static String name(@Nullable String given) {
        String name = given == null ? TerminalApproval.person() : given;
        String problem = DeciderName.refusal(name);
        if (problem != null) {
            throw CommandException.usage("--as: " + problem);
        }
        return name;
    }
}
