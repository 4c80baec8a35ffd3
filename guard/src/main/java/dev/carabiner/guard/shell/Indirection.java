package dev.carabiner.guard.shell;

import static dev.carabiner.guard.shell.KnownPrograms.words;

import dev.carabiner.guard.rule.CommandOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Whether a command runs another one, or a text, so that its name and the files it is given do not tell what happens. */
final class Indirection {

    private static final Set<String> BY_TAR =
            words("-I -F --checkpoint-action --to-command --use-compress-program --info-script --rsh-command");

    /** The words by which a program is told to run something. */
    private static final Map<String, Set<String>> RUNNING = Map.of(
            "find", words("-exec -execdir -ok -okdir"),
            "fd", words("-x -X --exec --exec-batch"),
            "rg", words("--pre --hostname-bin"),
            "sort", words("--compress-program"),
            "rsync", words("-e --rsh --rsync-path"),
            "docker", words("run exec"),
            "podman", words("run exec"),
            "kubectl", words("run exec debug"));

    private static final Set<String> COPYING = words("ln cp mv install");

    private Indirection() {}

    static boolean isIn(SimpleCommand command) {
        String name = command.program();
        List<String> arguments = command.arguments();
        if (KnownPrograms.isLauncher(name)
                || (COPYING.contains(name) && arguments.stream().anyMatch(Indirection::isTool))) {
            return true;
        }
        if (KnownPrograms.isShell(name)) {
            return runsText(command);
        }
        if (KnownPrograms.isInterpreter(name)) {
            return InterpreterCommand.runsText(command);
        }
        return switch (name) {
            case "git" -> GitCommand.runsOther(arguments);
            case "sed", "gsed" -> !SedScript.areAllPlain(arguments);
            case "test", "[", "wait", "printf" -> arguments.stream().anyMatch(Indirection::isEvaluated);
            case "tar", "gtar", "bsdtar" -> isTarRunning(arguments);
            default ->
                arguments.stream().anyMatch(word -> CommandOptions.isOneOf(RUNNING.getOrDefault(name, Set.of()), word));
        };
    }

    /** Its first word may be a cluster without a dash. */
    private static boolean isTarRunning(List<String> arguments) {
        String first = arguments.isEmpty() ? "" : arguments.getFirst();
        return CommandOptions.isOneOf(BY_TAR, "-" + first)
                || arguments.stream().anyMatch(word -> CommandOptions.isOneOf(BY_TAR, word));
    }

    /** A file that one command of a line writes and another one runs: its text is not a script's that was there before. */
    static boolean runsWhatItWrites(List<SimpleCommand> line) {
        Set<String> written = new HashSet<>();
        for (SimpleCommand command : line) {
            List<String> run =
                    KnownPrograms.runsInput(command) || command.argv().isEmpty()
                            ? command.argv()
                            : command.argv().subList(0, 1);
            if (run.stream().map(Indirection::file).anyMatch(written::contains)) {
                return true;
            }
            written(command).map(Indirection::file).forEach(written::add);
        }
        return false;
    }

    /** A downloader writes to what it is told, or to the last name of an address. */
    private static Stream<String> written(SimpleCommand command) {
        if (KnownPrograms.isDownloader(command.program())) {
            return command.words().stream().flatMap(word -> Stream.of(word, word.substring(word.lastIndexOf('/') + 1)));
        }
        return command.program().equals("tee") ? command.words().stream() : command.writes().stream();
    }

    private static String file(String word) {
        return word.replaceFirst("^(?:\\./+)+", "");
    }

    /** A program under a second name is not known by it. */
    private static boolean isTool(String word) {
        String name = SimpleCommand.baseName(word);
        boolean known = KnownPrograms.isShell(name)
                || KnownPrograms.isLauncher(name)
                || KnownPrograms.isInterpreter(name)
                || Dangers.isKnown(name);
        return known && word.matches(".*\\bs?bin/[^/]+");
    }

    /** A script's name is plain, and so is a check of some; an option, or no word at all, may mean anything. */
    private static boolean runsText(SimpleCommand shell) {
        List<String> arguments = shell.arguments();
        if (arguments.isEmpty() || !shell.reads().isEmpty() || shell.program().endsWith("box")) {
            return true;
        }
        boolean onlyChecks = arguments.size() > 1 && arguments.getFirst().equals("-n");
        List<String> looked = onlyChecks ? arguments.subList(1, arguments.size()) : arguments.subList(0, 1);
        return looked.stream().anyMatch(word -> word.startsWith("-") || word.startsWith("+"));
    }

    /** The index of an array is evaluated, even if it comes in quotes; and these options are given a variable. */
    private static boolean isEvaluated(String word) {
        return word.equals("-v") || word.equals("-p") || word.contains("$(") || word.indexOf('`') >= 0;
    }
}
