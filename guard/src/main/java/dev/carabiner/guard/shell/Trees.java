package dev.carabiner.guard.shell;

import static dev.carabiner.guard.shell.KnownPrograms.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What a command takes with all that is below it. */
final class Trees {

    private static final Set<String> RECURSIVE = words("rm chmod chown chgrp shred srm setfacl chattr");
    private static final Set<String> FILTERS = words("-name -iname -path -ipath -wholename -regex -iregex");

    private Trees() {}

    static boolean isKnown(String program) {
        return RECURSIVE.contains(program) || program.equals("find") || program.equals("rsync");
    }

    /** The directories that it deletes, or whose permissions it changes; none if it does not go down. */
    static List<String> of(SimpleCommand command) {
        String program = command.program();
        List<String> operands = command.operands();
        if (RECURSIVE.contains(program)) {
            boolean recursive = command.has('r', "--recursive") || command.has('R', "--recursive");
            return recursive ? operands : List.of();
        }
        return switch (program) {
            case "find" -> command.arguments().contains("-delete") ? startingPoints(command) : List.of();
            case "rsync" -> deletes(command) && !operands.isEmpty() ? List.of(operands.getLast()) : List.of();
            default -> List.of();
        };
    }

    /** What it moves away; the last word is where to, unless an option says that. */
    static List<String> moved(SimpleCommand command) {
        List<String> operands = command.operands();
        boolean targetFirst = command.has('t', "--target-directory");
        return command.program().equals("mv") && !operands.isEmpty()
                ? operands.subList(0, targetFirst ? operands.size() : operands.size() - 1)
                : List.of();
    }

    /** All of that: what is not there any more, or not as it was. */
    static List<String> changed(SimpleCommand command) {
        List<String> operands = command.operands();
        boolean tracked = command.program().equals("git")
                && !operands.isEmpty()
                && (operands.getFirst().equals("mv") || operands.getFirst().equals("rm"));
        return tracked
                ? operands
                : Stream.of(of(command), moved(command)).flatMap(List::stream).toList();
    }

    /** Whether not all that is found is taken. */
    static boolean isFiltered(SimpleCommand command) {
        List<String> arguments = command.arguments();
        for (int i = 0; i + 1 < arguments.size(); i++) {
            if (FILTERS.contains(arguments.get(i)) && !arguments.get(i + 1).matches("[*?./]*")) {
                return true;
            }
        }
        return false;
    }

    /** Without any, it is the directory where it runs. */
    private static List<String> startingPoints(SimpleCommand find) {
        List<String> points = new ArrayList<>();
        for (String word : find.arguments()) {
            boolean option = word.matches("-[HLP]|-O\\d*");
            if (!option && (word.startsWith("-") || word.equals("("))) {
                break;
            }
            points.addAll(option ? List.of() : List.of(word));
        }
        return points.isEmpty() ? List.of(".") : points;
    }

    private static boolean deletes(SimpleCommand rsync) {
        return rsync.arguments().stream().anyMatch(word -> word.startsWith("--del"));
    }
}
