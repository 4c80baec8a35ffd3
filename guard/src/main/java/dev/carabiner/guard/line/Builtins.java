package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Walk.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the shell's own commands change of what is known: the directory, the text that is run, and where the line ends.
 * Those that set variables are with {@link VariableBuiltins}, those that set options with {@link ShellOptions}.
 */
final class Builtins {

    private static final Set<String> DECLARING = Set.of("export", "declare", "typeset", "local", "readonly");

    private static final Set<String> CHANGES = Set.of(
            "cd",
            "pushd",
            "popd",
            "eval",
            "exit",
            "return",
            "break",
            "continue",
            "set",
            "shift",
            "shopt",
            "unset",
            "read",
            "mapfile",
            "readarray",
            "getopts",
            "printf",
            "wait",
            "let",
            "trap",
            "source",
            ".",
            "command",
            "builtin",
            "exec");

    /** They make a name, a key or a signal mean something that is not followed here. */
    private static final Set<String> CHANGING = Set.of(
            "alias", "unalias", "enable", "hash", "bind", "complete", "compopt", "compgen", "fc", "history", "jobs");

    private final Walk walk;
    private final Expander expander;
    private final ShellOptions options;
    private final VariableBuiltins variables;

    Builtins(Walk walk, Expander expander) {
        this.walk = walk;
        this.expander = expander;
        this.options = new ShellOptions(walk);
        this.variables = new VariableBuiltins(walk);
    }

    Outcome run(ShellCommand command, State state) {
        String name = command.program();
        List<Arg> arguments = command.arguments();
        if (CHANGING.contains(name)) {
            if (!isQuestion(name, arguments)) {
                walk.doubt(name + " changes what later words mean");
            }
            return Outcome.of(state);
        }
        return switch (name) {
            case "cd", "pushd" -> moved(arguments, state, name.equals("pushd"));
            case "popd" -> back(state);
            case "eval" -> evaluated(arguments, state, command.input());
            case "exit" -> ended(arguments, state);
            case "return" -> {
                walk.escape(state);
                yield walk.isInFunction() ? ended(arguments, state) : Outcome.of(state);
            }
            case "break", "continue" -> {
                walk.escape(state);
                yield Outcome.of(state);
            }
            case "set" -> options.set(arguments, state);
            case "shift" -> shifted(arguments, state);
            case "shopt" -> options.shopt(arguments, state);
            case "unset" -> variables.unset(arguments, state);
            case "export", "declare", "typeset", "local", "readonly" -> variables.declared(name, arguments, state);
            case "read", "mapfile", "readarray", "getopts", "printf", "wait" ->
                variables.filled(name, arguments, state);
            case "let" -> calculated(arguments, state);
            case "trap" -> trapped(arguments, state);
            case "test", "[" -> tested(arguments, state);
            case "source", "." -> {
                state.forgetVariables();
                yield Outcome.of(state);
            }
            default -> Outcome.of(state);
        };
    }

    private static boolean isQuestion(String name, List<Arg> arguments) {
        return switch (name) {
            case "jobs", "history", "alias" -> arguments.stream().allMatch(it -> Regex.fits(it.text(), "-[lprs]+"));
            case "hash" ->
                arguments.isEmpty()
                        || (arguments.size() == 1 && arguments.getFirst().text().equals("-r"));
            default -> false;
        };
    }

    private Outcome moved(List<Arg> arguments, State state, boolean pushed) {
        List<Arg> operands = arguments.stream()
                .filter(it -> !Regex.fits(it.text(), "-[PLen@]+|--"))
                .toList();
        if (state.variable("CDPATH") != null) {
            walk.doubt("cd looks in other directories");
        }
        if (operands.size() > 1 && operands.stream().allMatch(it -> it.count() == Arg.Count.ONE)) {
            return Outcome.of(state);
        }
        State there = state.copy();
        String to = operands.isEmpty() ? "~" : operands.getFirst().text();
        if (to.equals("-") || (pushed && (operands.isEmpty() || Regex.fits(to, "[-+]\\d+")))) {
            boolean isSet = state.variable("OLDPWD") != null;
            there.setDirectories(isSet ? Set.of(String.valueOf(Holes.ANY)) : state.visited());
            return new Outcome(there, state);
        }
        boolean known = operands.isEmpty() || operands.getFirst().count() == Arg.Count.ONE;
        Set<String> places = new LinkedHashSet<>();
        for (String from : state.directories()) {
            boolean anywhere = Holes.has(from, Holes.ANY) && !to.startsWith("/");
            places.add(
                    known && !anywhere
                            ? resolved(from, operands.isEmpty() ? home(state) : to)
                            : String.valueOf(Holes.ANY));
        }
        there.setDirectories(places);
        return new Outcome(there, state);
    }

    private String home(State state) {
        return expander.text(new Word(List.of(new Part.Tilde(""))), state);
    }

    static String resolved(String from, String to) {
        boolean absolute = to.startsWith("/")
                || to.startsWith(String.valueOf(Holes.ANY))
                || to.startsWith(String.valueOf(Holes.HOME_OF));
        return absolute || from.isEmpty() ? to : to.isEmpty() ? from : from + "/" + to;
    }

    private static Outcome back(State state) {
        State there = state.copy();
        there.setDirectories(state.visited());
        return new Outcome(there, state);
    }

    private Outcome evaluated(List<Arg> arguments, State state, Input input) {
        StringBuilder text = new StringBuilder();
        for (Arg argument : arguments) {
            if (!argument.isLiteral()) {
                walk.doubt("a text that is not known is run");
                state.forgetVariables();
                return Outcome.of(state);
            }
            text.append(argument.text()).append(' ');
        }
        return walk.evaluated(text.toString(), state, input);
    }

    /** With more than one word it fails, and the line goes on. */
    private static Outcome ended(List<Arg> arguments, State state) {
        boolean ends = arguments.isEmpty()
                || (arguments.size() == 1 && Regex.fits(arguments.getFirst().text(), "\\d+"));
        return Outcome.of(ends ? state.ending() : state);
    }

    /** By more than there are, it fails and nothing is changed. */
    private static Outcome shifted(List<Arg> arguments, State state) {
        List<String> words = state.positional();
        boolean known = arguments.isEmpty()
                || (arguments.size() == 1 && Regex.fits(arguments.getFirst().text(), "\\d{1,4}"));
        if (words != null) {
            int by = !known || arguments.isEmpty()
                    ? 1
                    : Integer.parseInt(arguments.getFirst().text());
            boolean enough = by <= words.size();
            state.setPositional(!known ? null : enough ? words.subList(by, words.size()) : words);
        }
        return Outcome.of(state);
    }

    private Outcome calculated(List<Arg> arguments, State state) {
        for (Arg argument : arguments) {
            if (argument.isLiteral()) {
                walk.calculator().calculated(argument.text(), state);
            } else {
                walk.doubt("the text of a variable is calculated");
                state.forgetVariables();
            }
        }
        return Outcome.of(state);
    }

    /** What is run at the end is run with whatever the variables are then. */
    private Outcome trapped(List<Arg> arguments, State state) {
        List<Arg> words = arguments.stream()
                .filter(it -> !Regex.fits(it.text(), "-[lp-]"))
                .toList();
        boolean several = words.stream().anyMatch(it -> it.count() != Arg.Count.ONE);
        if (!several && (words.size() < 2 || words.getFirst().text().equals("-"))) {
            return Outcome.of(state);
        }
        if (!several && words.getFirst().isLiteral()) {
            boolean atEnd = words.stream().skip(1).allMatch(it -> Regex.fits(it.text(), "(?i)0|EXIT|SIGEXIT"));
            walk.traps().add(words.getFirst().text(), atEnd);
        } else {
            walk.doubt("a text that is not known is run");
        }
        return Outcome.of(state);
    }

    private Outcome tested(List<Arg> arguments, State state) {
        for (int i = 0; i + 1 < arguments.size(); i++) {
            if (arguments.get(i).text().equals("-v")
                    && arguments.get(i + 1).text().indexOf('[') >= 0) {
                walk.doubt("an index in a name is evaluated");
            }
        }
        return Outcome.of(state);
    }

    /** Whether it is one of those that change what is known, or may run one. */
    static boolean changes(String name) {
        return CHANGES.contains(name) || DECLARING.contains(name);
    }

    static boolean declares(String name) {
        return DECLARING.contains(name);
    }
}
