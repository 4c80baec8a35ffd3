package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Suggestion;
import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.display.Throwables;
import dev.carabiner.display.VisibleText;
import dev.carabiner.event.CarabinerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says what went wrong in words, and with which exit code. */
final class CommandFailures implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private final Surroundings here;

    CommandFailures(Surroundings here) {
        this.here = here;
    }

    @Override
    public int handleParseException(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        say(problem instanceof UnmatchedArgumentException unmatched ? inWords(unmatched) : message(problem));
        here.err().println("'" + name + " --help' shows how it is used.");
        debug(problem);
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    @Override
    public int handleExecutionException(Exception problem, CommandLine command, ParseResult result) {
        say(inWords(problem));
        debug(problem);
        return problem instanceof CommandException known ? known.exitCode() : ExitCode.FAILED;
    }

    private void say(String message) {
        String shown = VisibleText.escaped(message).stripTrailing();
        here.out().flush();
        here.err().println(here.styles().red("carabiner: ") + shown);
    }

    private void debug(Exception problem) {
        if (here.debugging()) {
            problem.printStackTrace(here.err());
        }
    }

    private static String inWords(UnmatchedArgumentException problem) {
        CommandLine command = problem.getCommandLine();
        String word = problem.getUnmatched().getFirst();
        List<String> known = new ArrayList<>();
        if (word.startsWith("-")) {
            command.getCommandSpec().options().forEach(option -> known.addAll(List.of(option.names())));
            return "There is no option " + word + Suggestion.of(word, known);
        }
        known.addAll(command.getSubcommands().keySet());
        String what = known.isEmpty() ? "Nothing is expected at '" : "There is no command '";
        return what + word + "'" + Suggestion.of(word, known);
    }

    private static String inWords(Exception problem) {
        return switch (problem) {
            case CarabinerException known -> message(known);
            case NoSuchFileException missing -> "There is no file " + missing.getFile();
            case AccessDeniedException closed -> "No permission for " + closed.getFile();
            case UncheckedIOException wrapper when wrapper.getCause() != null -> inWords(wrapper.getCause());
            case IOException io -> "Cannot be read or written: " + Throwables.inWords(io);
            default ->
                "Unexpectedly failed: " + Throwables.inWords(problem) + " ("
                        + problem.getClass().getSimpleName() + "); CARABINER_DEBUG=1 shows where";
        };
    }

    /** All of it, on as many lines as it has. */
    private static String message(Exception problem) {
        String message = problem.getMessage();
        return message == null ? Throwables.inWords(problem) : message;
    }
}
