package dev.carabiner.guard.line;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the commands of a substitution print. */
final class Printing {

    private static final Set<String> ANYTHING = Set.of(String.valueOf(Holes.ANY));

    private final Walk walk;
    private final Outputs outputs;

    Printing(Walk walk, Outputs outputs) {
        this.walk = walk;
        this.outputs = outputs;
    }

    /** Runs the body; each text that it may print, without the line feeds at the end. */
    Set<String> run(Node body, State state) {
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
