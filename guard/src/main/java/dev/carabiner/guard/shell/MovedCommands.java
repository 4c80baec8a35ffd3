package dev.carabiner.guard.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A line in which a directory is changed means other files than it names. Whether the change succeeds nobody knows, so
 * both are looked at: the words as they stand, and as they are from there.
 */
final class MovedCommands {

    private static final Set<String> CHANGING = Set.of("cd", "chdir", "pushd");

    private MovedCommands() {}

    static List<List<SimpleCommand>> both(List<SimpleCommand> commands) {
        List<SimpleCommand> moved = new ArrayList<>();
        String base = "";
        for (SimpleCommand command : commands) {
            String there = base;
            int option = command.argv().indexOf("-C");
            if (option > 0 && option + 1 < command.argv().size()) {
                there = from(base, command.argv().get(option + 1));
            }
            moved.add(there.isEmpty() ? command : moved(command, there));
            if (CHANGING.contains(command.program())) {
                List<String> operands = command.operands();
                base = operands.isEmpty() ? "~" : from(base, operands.getLast());
            }
        }
        return moved.equals(commands) ? List.of(commands) : List.of(commands, moved);
    }

    private static SimpleCommand moved(SimpleCommand command, String base) {
        List<String> argv = new ArrayList<>();
        for (String word : command.argv()) {
            argv.add(argv.isEmpty() || word.startsWith("-") ? word : from(base, word));
        }
        return new SimpleCommand(argv, all(base, command.writes()), all(base, command.reads()), command.joint());
    }

    private static List<String> all(String base, List<String> words) {
        return words.stream().map(word -> from(base, word)).toList();
    }

    private static String from(String base, String word) {
        boolean absolute = word.startsWith("/") || word.startsWith("~") || word.startsWith("$");
        return base.isEmpty() || absolute ? word : base + "/" + word;
    }
}
