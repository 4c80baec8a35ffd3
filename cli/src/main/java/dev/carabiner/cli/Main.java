package dev.carabiner.cli;

import dev.carabiner.cli.agent.HeadStart;
import dev.carabiner.cli.audit.AuditCommands;
import dev.carabiner.cli.command.AllCommands;
import dev.carabiner.cli.command.ExitCode;
import dev.carabiner.cli.command.HookCommand;
import dev.carabiner.cli.command.NothingToTest;
import dev.carabiner.cli.command.PolicyNotice;
import dev.carabiner.cli.command.SessionTable;
import dev.carabiner.cli.terminal.ProcessOutput;
import dev.carabiner.cli.terminal.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The process. The shortest commands are answered here, before anything is loaded that takes its time. */
public final class Main {

    private static final String NO_COLOR = "--no-color";

    private Main() {}

    /** Runs one command with what the process has, and ends the process with its exit code. */
    public static void main(String[] args) {
        if (args.length > 0 && HookCommand.isPlain(List.of(args))) {
            HeadStart.begin();
        }
        System.exit(run(Surroundings.ofProcess(), args));
    }

    /** Runs one command and returns its exit code. A command whose output was lost has failed. */
    public static int run(Surroundings here, String... args) {
        int exitCode = answer(here, args);
        if (exitCode != ExitCode.DONE || !hasLostOutput(here)) {
            return exitCode;
        }
        return isAudit(List.of(args)) ? AuditCommands.NOT_WRITTEN : ExitCode.FAILED;
    }

    private static boolean hasLostOutput(Surroundings here) {
        here.out().flush();
        String loss = here.out() instanceof ProcessOutput out ? out.loss() : null;
        if (loss != null) {
            here.err().println("carabiner: The output could not be written: " + loss);
        }
        return loss != null;
    }

    private static boolean isAudit(List<String> words) {
        return words.stream().filter(word -> !word.equals(NO_COLOR)).findFirst().equals(Optional.of("audit"));
    }

    private static int answer(Surroundings given, String... args) {
        List<String> words = List.of(args);
        Surroundings here = given;
        if (asksForNoColour(words)) {
            here = given.withoutColour();
            words = withoutFirst(NO_COLOR, words);
        }
        PolicyNotice.print(here);
        if (words.equals(List.of("--version")) || words.equals(List.of("-V"))) {
            here.out().println(Version.line());
            return ExitCode.DONE;
        }
        if (words.equals(List.of("sessions", "list"))) {
            return SessionTable.print(here);
        }
        if (NothingToTest.isAsked(words, here)) {
            return NothingToTest.print(words, here);
        }
        if (!words.isEmpty() && HookCommand.isPlain(words)) {
            return HookCommand.run(words, here);
        }
        return AllCommands.run(here, words);
    }

    /** Behind two dashes, it is a word of the prompt. */
    private static boolean asksForNoColour(List<String> words) {
        int option = words.indexOf(NO_COLOR);
        int end = words.indexOf("--");
        return option >= 0 && (end < 0 || option < end);
    }

    private static List<String> withoutFirst(String word, List<String> words) {
        List<String> rest = new ArrayList<>(words);
        rest.remove(word);
        return rest;
    }
}
