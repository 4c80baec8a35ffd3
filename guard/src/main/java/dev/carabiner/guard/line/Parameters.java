package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Part.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values of parameters, with what their operators make of them. */
final class Parameters {

    private static final Set<String> NUMBERS = Set.of(
            "?",
            "#",
            "$",
            "!",
            "RANDOM",
            "SECONDS",
            "LINENO",
            "UID",
            "EUID",
            "BASHPID",
            "EPOCHSECONDS",
            "SRANDOM",
            "BASH_SUBSHELL",
            "HOSTNAME",
            "USER",
            "LOGNAME",
            "HOSTTYPE",
            "OSTYPE",
            "MACHTYPE");

    private final Expander expander;
    private final Walk walk;
    private final String home;

    Parameters(Expander expander, Walk walk, String home) {
        this.expander = expander;
        this.walk = walk;
        this.home = home;
    }

    List<Piece> home(String user, State state) {
        if (user.isEmpty()) {
            return value("HOME", state).texts().stream().map(Piece::quoted).toList();
        }
        String text = switch (user) {
            case "+" -> walk.hereText(state);
            case "-" -> String.valueOf(Holes.ANY);
            default -> Holes.HOME_OF + user;
        };
        return List.of(Piece.quoted(text));
    }

    List<Piece> pieces(Parameter parameter, State state) {
        boolean all = parameter.name().equals("@") || parameter.name().equals("*");
        if (all && parameter.prefix().isEmpty() && parameter.operator().isEmpty()) {
            return fields(state.positional(), parameter, state);
        }
        if (parameter.subscript() != null) {
            List<Piece> elements = elements(parameter, state);
            if (elements != null) {
                return elements;
            }
        }
        if (parameter.prefix().equals("#")) {
            return List.of(Piece.of(String.valueOf(Holes.SAFE), parameter.quoted(), List.of()));
        }
        Value value = operated(parameter, state);
        if (mayKeepQuotes(parameter)) {
            return List.of(new Piece(List.of(String.valueOf(Holes.ANY)), true, true, value.sources()));
        }
        return value.texts().stream()
                .map(text -> Piece.of(text, parameter.quoted(), value.sources()))
                .toList();
    }

    /** Whether it may stand for a text in quotes of its own, which is not split though the parameter is. */
    private static boolean mayKeepQuotes(Parameter parameter) {
        Word argument = parameter.argument();
        return !parameter.quoted()
                && argument != null
                && Set.of(":-", "-", ":=", "=", ":+", "+").contains(parameter.operator())
                && argument.parts().stream().anyMatch(Parameters::isQuoted);
    }

    private static boolean isQuoted(Part part) {
        return switch (part) {
            case Part.Text text -> text.quote() != Part.Quote.NONE;
            case Parameter parameter -> parameter.quoted() || parameter.name().equals("@");
            case Part.Substitution substitution -> substitution.quoted();
            case Part.Arithmetic arithmetic -> arithmetic.quoted();
            default -> true;
        };
    }

    /** A star joins them by the first letter of IFS, which is a blank only if the line has not changed that. */
    private static List<Piece> fields(@Nullable List<String> known, Parameter parameter, State state) {
        if (parameter.name().equals("*") && state.variable("IFS") != null) {
            return List.of(parameter.quoted() ? Piece.quoted(String.valueOf(Holes.ANY)) : Piece.anyWords());
        }
        if (known == null) {
            return List.of(Piece.anyWords());
        }
        boolean joined = parameter.quoted() && parameter.name().equals("*");
        List<String> fields = joined ? List.of(String.join(" ", known)) : known;
        boolean open = !parameter.quoted() && fields.stream().anyMatch(Piece::mayBeSplit);
        return List.of(new Piece(fields, !parameter.quoted(), open, List.of()));
    }

    /** Null if it is an element whose index has to be looked at as any text. */
    private @Nullable List<Piece> elements(Parameter parameter, State state) {
        Word subscript = parameter.subscript() == null ? Word.EMPTY : parameter.subscript();
        String index = subscript.unquoted();
        Value array = state.variable(parameter.name());
        if (index == null) {
            walk.calculator().calculate(subscript, state);
            return List.of(Piece.of(String.valueOf(Holes.ANY), parameter.quoted(), List.of()));
        }
        boolean plain = parameter.operator().isEmpty() && parameter.prefix().isEmpty();
        boolean all = index.equals("@") || index.equals("*");
        if (!all) {
            walk.calculator().calculated(index, state);
        }
        if (all && plain) {
            List<String> known = array == null ? null : array.elements();
            return fields(known, new Parameter("", index, null, "", null, parameter.quoted()), state);
        }
        if (parameter.prefix().equals("!")) {
            return List.of(Piece.anyWords());
        }
        if (plain && Regex.fits(index, "\\d{1,4}") && array != null && array.elements() != null) {
            int at = Integer.parseInt(index);
            String text = at < array.elements().size() ? array.elements().get(at) : "";
            return List.of(Piece.of(text, parameter.quoted(), List.of()));
        }
        if (parameter.prefix().isEmpty()) {
            if (parameter.argument() != null && parameter.operator().equals(":")) {
                walk.calculator().calculate(parameter.argument(), state);
            } else if (parameter.argument() != null) {
                expander.value(parameter.argument(), state);
            }
            return List.of(all ? Piece.anyWords() : Piece.of(String.valueOf(Holes.ANY), parameter.quoted(), List.of()));
        }
        return null;
    }

    Value value(String name, State state) {
        Value known = state.variable(name);
        if (known != null) {
            return known;
        }
        if (NUMBERS.contains(name)) {
            return Value.SAFE;
        }
        if (name.length() == 1 && Character.isDigit(name.charAt(0)) && !name.equals("0")) {
            List<String> positional = state.positional();
            int at = Integer.parseInt(name) - 1;
            return positional == null ? Value.UNKNOWN : Value.of(at < positional.size() ? positional.get(at) : "");
        }
        return switch (name) {
            case "HOME" -> Value.of(home);
            case "IFS" -> Value.of(" \t\n");
            case "PWD" -> Value.of(walk.hereText(state));
            default -> Value.UNKNOWN;
        };
    }

    private Value operated(Parameter parameter, State state) {
        Value value = parameter.prefix().equals("!") ? indirect(parameter, state) : value(parameter.name(), state);
        Word argument = parameter.argument() == null ? Word.EMPTY : parameter.argument();
        return switch (parameter.operator()) {
            case "" -> value;
            case ":-", "-" -> otherwise(value, parameter.operator(), argument, state);
            case ":=", "=" -> {
                Value chosen = otherwise(value, parameter.operator(), argument, state);
                state.set(parameter.name(), chosen);
                yield chosen;
            }
            case ":+", "+" -> chosen(value, parameter.operator(), argument, state);
            case ":?", "?" -> {
                walk.printing().fail();
                expander.value(argument, state);
                yield value;
            }
            case "@" -> transformed(argument);
            case "#", "##", "%", "%%" -> trimmed(value, parameter.operator(), argument, state);
            case ":" -> {
                walk.calculator().calculate(argument, state);
                yield cut(value);
            }
            default -> {
                expander.value(argument, state);
                yield value.texts().equals(Set.of(""))
                        ? value
                        : Value.of(Set.of(String.valueOf(Holes.ANY)), value.sources());
            }
        };
    }

    private Value indirect(Parameter parameter, State state) {
        Value named = value(parameter.name(), state);
        Set<String> texts = new LinkedHashSet<>();
        for (String name : named.texts()) {
            if (!Regex.fits(name, "[A-Za-z_][A-Za-z0-9_]*")) {
                if (name.indexOf('[') >= 0) {
                    walk.doubt("an index in a name is evaluated");
                }
                return Value.UNKNOWN;
            }
            texts.addAll(value(name, state).texts());
        }
        return Value.of(texts, List.of());
    }

    /** Without a colon, what is set to nothing stays that; whether it is set at all is not followed. */
    private Value otherwise(Value value, String operator, Word argument, State state) {
        Set<String> texts = new LinkedHashSet<>();
        boolean mayBeEmpty = false;
        for (String text : value.texts()) {
            boolean empty = text.isEmpty();
            mayBeEmpty |= empty || Holes.without(text).isEmpty();
            if (!empty || !operator.startsWith(":")) {
                texts.add(text);
            }
        }
        List<ShellCommand> sources = new ArrayList<>(value.sources());
        if (mayBeEmpty) {
            for (Arg one : expander.value(argument, state)) {
                texts.add(one.text());
                sources.addAll(one.sources());
            }
        }
        return Value.of(texts, sources);
    }

    private Value chosen(Value value, String operator, Word argument, State state) {
        Set<String> texts = new LinkedHashSet<>();
        if (value.texts().stream().anyMatch(text -> Holes.without(text).isEmpty())) {
            texts.add("");
        }
        List<ShellCommand> sources = new ArrayList<>();
        if (!operator.startsWith(":") || !value.texts().equals(Set.of(""))) {
            for (Arg one : expander.value(argument, state)) {
                texts.add(one.text());
                sources.addAll(one.sources());
            }
        }
        return Value.of(texts, sources);
    }

    /** {@code @P} runs what is in a prompt; the others change letters. */
    private Value transformed(Word operator) {
        String letter = operator.unquoted();
        if (letter == null || letter.equals("P") || !Regex.fits(letter, "[UuLQEAaKk]")) {
            walk.doubt("a value is expanded again");
        }
        return Value.UNKNOWN;
    }

    private Value trimmed(Value value, String operator, Word pattern, State state) {
        Set<String> texts = new LinkedHashSet<>();
        String bare = pattern.unquoted();
        if (bare == null) {
            expander.value(pattern, state);
        }
        for (String text : value.texts()) {
            texts.add(Trimming.of(text, operator, bare));
        }
        return Value.of(texts, value.sources());
    }

    /** A part of a plain name is a plain name, or nothing. */
    private static Value cut(Value value) {
        boolean plain = value.texts().stream()
                .allMatch(text -> text.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == Holes.SAFE));
        return plain ? Value.of(Set.of("", String.valueOf(Holes.SAFE)), value.sources()) : Value.UNKNOWN;
    }
}
