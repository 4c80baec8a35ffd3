package dev.carabiner.guard.line;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs substitutions, and says what their commands print. */
final class Printing {

    private static final Set<String> ANYTHING = Set.of(String.valueOf(Holes.ANY));

    /** What commands print, and which they are. */
    record Printed(Set<String> texts, List<ShellCommand> commands) {}

    private final Walk walk;
    private final Outputs outputs;
    private int failures;

    Printing(Walk walk, Outputs outputs) {
        this.walk = walk;
        this.outputs = outputs;
    }

    /** Something is run here that may go wrong, and then nothing is printed. */
    void fail() {
        failures++;
    }

    /** {@code $(body)}. */
    Printed substituted(Node body, State state) {
        int from = walk.commands().size();
        int failed = failures;
        Set<String> texts = new LinkedHashSet<>(run(body, state.copy()));
        if (failures > failed) {
            texts.add("");
        }
        return new Printed(texts, since(from));
    }

    /** {@code <(body)} and {@code >(body)}, of which the first is read by the command that it stands in. */
    Printed beside(Node body, boolean isInput, State state) {
        int from = walk.commands().size();
        walk.inSubshell(body, state, new Input.Inherited(), true);
        return new Printed(Set.of(), isInput ? since(from) : List.of());
    }

    private List<ShellCommand> since(int from) {
        return List.copyOf(walk.commands().subList(from, walk.commands().size()));
    }

    /** Each text that the body may print, without the line feeds at the end. */
    private Set<String> run(Node body, State state) {
        Node last = body instanceof Node.Pipeline pipeline && !pipeline.negated()
                ? pipeline.parts().getLast()
                : body;
        int from = walk.commands().size();
        walk.run(body, state, new Input.Inherited());
        List<ShellCommand> listed = walk.commands();
        boolean one = last instanceof Node.Simple simple && !simple.words().isEmpty();
        if (!one || listed.size() == from) {
            return body instanceof Node.Sequence(List<Node> items) && items.isEmpty() ? Set.of("") : ANYTHING;
        }
        Set<String> texts = new LinkedHashSet<>();
        for (ShellCommand command : walk.simple().ways()) {
            texts.add(printed(command));
        }
        return texts.isEmpty() ? ANYTHING : texts;
    }

    private String printed(ShellCommand command) {
        String known = switch (command.program()) {
            case "echo" -> echo(command);
            case "printf" -> printf(command);
            case ":", "true", "false" -> "";
            default -> null;
        };
        return known != null ? known.replaceFirst("\n+$", "") : outputs.of(command);
    }

    private static @Nullable String echo(ShellCommand command) {
        List<Arg> arguments = command.arguments();
        int from = 0;
        while (from < arguments.size() && Regex.fits(arguments.get(from).text(), "-[neE]+")) {
            from++;
        }
        boolean escapes =
                arguments.subList(0, from).stream().anyMatch(it -> it.text().indexOf('e') > 0);
        List<String> words = new ArrayList<>();
        for (Arg argument : arguments.subList(from, arguments.size())) {
            if (argument.count() != Arg.Count.ONE || (escapes && argument.text().indexOf('\\') >= 0)) {
                return null;
            }
            words.add(argument.text());
        }
        return String.join(" ", words);
    }

    private static @Nullable String printf(ShellCommand command) {
        List<Arg> arguments = command.arguments();
        if (arguments.isEmpty() || arguments.stream().anyMatch(it -> it.count() != Arg.Count.ONE)) {
            return null;
        }
        String format = arguments.getFirst().text();
        boolean plain = format.indexOf('%') < 0 && format.indexOf('\\') < 0 && !format.startsWith("-");
        if (arguments.size() == 1 && plain) {
            return format;
        }
        boolean one = format.equals("%s") || format.equals("%s\\n");
        return arguments.size() == 2 && one ? arguments.get(1).text() : null;
    }
}
