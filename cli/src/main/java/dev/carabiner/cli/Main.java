package dev.carabiner.cli;

import dev.carabiner.cli.audit.AuditCommands;
import dev.carabiner.cli.command.AllCommands;
import dev.carabiner.cli.command.ExitCode;
import dev.carabiner.cli.command.PolicyNotice;
import dev.carabiner.cli.command.SessionTable;
import dev.carabiner.cli.terminal.ProcessOutput;
import dev.carabiner.cli.terminal.Surroundings;
import java.util.ArrayList;
import java.util.List;

/** The process. The shortest commands are answered here, before anything is loaded that takes its time. */
public final class Main {

    private static final String NO_COLOR = "--no-color";

    private Main() {}

    public static void main(String[] args) {
        Surroundings here = Surroundings.ofProcess();
        int exitCode = run(here, args);
        System.exit(exitCode == ExitCode.DONE && hasLostOutput(here) ? ExitCode.FAILED : exitCode);
    }

    /** Work whose result nobody can have is not done. */
    private static boolean hasLostOutput(Surroundings here) {
        here.out().flush();
        String loss = here.out() instanceof ProcessOutput out ? out.loss() : null;
        if (loss != null) {
            here.err().println("carabiner: The output could not be written: " + loss);
        }
        return loss != null;
    }

    /** Runs one command and returns its exit code. */
    static int run(Surroundings given, String... args) {
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
        if (!words.isEmpty() && words.getFirst().equals("audit")) {
            return new AuditCommands(here.out(), here.err()).run(words.toArray(String[]::new));
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
