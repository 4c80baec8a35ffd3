package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Walk.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the shell's own commands change of what is known: the directory, variables, functions, the text that is run. */
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

    /** Options of {@code set} that change neither words nor commands. */
    private static final String PLAIN_OPTIONS = "[-+][ehuvxBEHTm]*o?";

    private static final Set<String> PLAIN_NAMES =
            Set.of("errexit", "nounset", "pipefail", "xtrace", "verbose", "monitor", "noglob", "errtrace", "noclobber");

    private static final Set<String> PLAIN_SHOPTS = Set.of(
            "nullglob",
            "globstar",
            "dotglob",
            "failglob",
            "nocaseglob",
            "inherit_errexit",
            "checkwinsize",
            "nocasematch");

    /** They make a name, a key or a signal mean something that is not followed here. */
    private static final Set<String> CHANGING = Set.of(
            "alias", "unalias", "enable", "hash", "bind", "complete", "compopt", "compgen", "fc", "history", "jobs");

    private final Walk walk;
    private final Expander expander;

    Builtins(Walk walk, Expander expander) {
        this.walk = walk;
        this.expander = expander;
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
            case "set" -> options(arguments, state);
            case "shift" -> shifted(arguments, state);
            case "shopt" -> shellOptions(arguments, state);
            case "unset" -> unset(arguments, state);
            case "export", "declare", "typeset", "local", "readonly" -> declared(name, arguments, state);
            case "read", "mapfile", "readarray", "getopts", "printf", "wait" -> filled(name, arguments, state);
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
            there.setDirectories(state.visited());
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

    private Outcome options(List<Arg> arguments, State state) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i).text();
            if (word.equals("--") || !(word.startsWith("-") || word.startsWith("+"))) {
                List<Arg> words = arguments.subList(word.equals("--") ? i + 1 : i, arguments.size());
                boolean known = words.stream().allMatch(it -> it.count() == Arg.Count.ONE);
                state.setPositional(known ? words.stream().map(Arg::text).toList() : null);
                return Outcome.of(state);
            }
            boolean named = word.endsWith("o") && i + 1 < arguments.size();
            if (!Regex.fits(word, PLAIN_OPTIONS)
                    || (named && !PLAIN_NAMES.contains(arguments.get(i + 1).text()))) {
                walk.doubt("set changes how the shell reads");
            }
            i += named ? 1 : 0;
        }
        return Outcome.of(state);
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

    private Outcome shellOptions(List<Arg> arguments, State state) {
        for (Arg argument : arguments) {
            if (!Regex.fits(argument.text(), "-[supq]+") && !PLAIN_SHOPTS.contains(argument.text())) {
                walk.doubt("shopt changes how the shell reads");
            }
        }
        return Outcome.of(state);
    }

    private Outcome unset(List<Arg> arguments, State state) {
        for (Arg argument : arguments) {
            checkName(argument);
            if (Regex.fits(argument.text(), "-[fvn]")) {
                continue;
            }
            if (!argument.isLiteral()) {
                state.forgetVariables();
                walk.doubt("it is not known what is unset");
            }
            if (argument.text().indexOf('[') > 0) {
                state.set(argument.text().substring(0, argument.text().indexOf('[')), Value.UNKNOWN);
                continue;
            }
            state.set(argument.text(), walk.isInFunction() ? Value.UNKNOWN : Value.of(""));
            state.undefine(argument.text());
        }
        return Outcome.of(state);
    }

    private Outcome declared(String name, List<Arg> arguments, State state) {
        boolean frozen =
                name.equals("readonly") || arguments.stream().anyMatch(it -> Regex.fits(it.text(), "-[a-z]*r[a-z]*"));
        boolean own = walk.isInFunction()
                && Set.of("declare", "typeset", "local").contains(name)
                && arguments.stream().noneMatch(it -> Regex.fits(it.text(), "-[a-zA-Z]*g[a-zA-Z]*"));
        for (Arg argument : arguments) {
            String text = argument.text();
            checkName(argument);
            if (Regex.fits(text, "[-+][a-zA-Z]+")) {
                boolean shown = Regex.fits(text, "-[pf]+") && !name.equals("export");
                if (Regex.fits(text, "-[a-zA-Z]*[nfFiulcp][a-zA-Z]*") && !shown) {
                    walk.doubt("a variable with a meaning of its own");
                }
                continue;
            }
            int sign = text.indexOf('=');
            if (own && Regex.fits(text, "(?s)[A-Za-z_][A-Za-z0-9_]*(\\+?=.*)?")) {
                state.localize(text.replaceFirst("(?s)\\+?=.*", ""));
            }
            if (frozen) {
                state.freeze(sign < 0 ? text : text.substring(0, sign));
            }
            if (sign < 0 && argument.isLiteral()) {
                continue;
            }
            boolean named = sign > 0 && Regex.fits(text.substring(0, sign), "[A-Za-z_][A-Za-z0-9_]*");
            if (!named) {
                walk.doubt("it is not known which variable is set");
                state.forgetVariables();
            } else {
                boolean array = argument.count() == Arg.Count.ANY;
                Value next = array ? Value.UNKNOWN : Value.of(Set.of(text.substring(sign + 1)), argument.sources());
                state.set(text.substring(0, sign), next);
            }
        }
        return Outcome.of(state);
    }

    /** A name with an index is evaluated, whatever quotes it came in. */
    private void checkName(Arg argument) {
        int sign = argument.text().indexOf('=');
        String name = sign < 0 ? argument.text() : argument.text().substring(0, sign);
        boolean indexed = name.indexOf('[') >= 0 && !Regex.fits(name, "\\w+\\[\\d+]");
        if (indexed || (argument.count() == Arg.Count.ANY && name.indexOf(Holes.ANY) >= 0)) {
            walk.doubt("an index in a name is evaluated");
        }
    }

    /** Variables that are filled with something from elsewhere. */
    private Outcome filled(String name, List<Arg> arguments, State state) {
        boolean names = !name.equals("printf") && !name.equals("wait");
        for (int i = 0; i < arguments.size(); i++) {
            Arg argument = arguments.get(i);
            String text = argument.text();
            boolean asks = text.startsWith(name.equals("printf") ? "-v" : "-p") && !names;
            if (asks) {
                String target = text.length() > 2
                        ? text.substring(2)
                        : i + 1 < arguments.size() ? arguments.get(i + 1).text() : "";
                setUnknown(target, state);
            }
            if (Regex.fits(text, "-[a-zA-Z]*C.*") && Regex.fits(name, "mapfile|readarray")) {
                walk.doubt("a text is run for each line");
            }
            if (names) {
                setUnknown(text, state);
            }
        }
        if (name.equals("read")) {
            state.set("REPLY", Value.UNKNOWN);
        }
        return Outcome.of(state);
    }

    private void setUnknown(String name, State state) {
        if (Regex.fits(name, "[A-Za-z_][A-Za-z0-9_]*")) {
            state.set(name, Value.UNKNOWN);
        } else if (name.indexOf('[') >= 0 || name.indexOf(Holes.ANY) >= 0 || name.contains("=")) {
            walk.doubt("an index in a name is evaluated");
            state.forgetVariables();
        }
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
            walk.trap(words.getFirst().text(), atEnd);
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
