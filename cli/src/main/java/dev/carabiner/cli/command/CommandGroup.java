package dev.carabiner.cli.command;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that does nothing itself but has others below it: without one of these it asks which. */
abstract class CommandGroup implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public final void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "Which command: " + names() + "?");
    }

    private String names() {
        List<String> names = List.copyOf(spec.subcommands().keySet());
        String last = names.getLast();
        return names.size() == 1 ? last : String.join(", ", names.subList(0, names.size() - 1)) + " or " + last;
    }
}
