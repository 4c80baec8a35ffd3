package dev.carabiner.guard.line;

import dev.carabiner.guard.line.Part.Quote;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Expands words with what is known at their place. Where several values are possible, each is followed, up to a limit. */
final class Expander {

    static final int MOST_WAYS = 48;
    private static final Set<String> BLANKS = Set.of(" \t\n");
    private static final Pattern ASSIGNED = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*\\+?=");

    private final Walk walk;
    private final Parameters parameters;

    Expander(Walk walk, String home) {
        this.walk = walk;
        this.parameters = new Parameters(this, walk, home);
    }

    /** The words that these become, in each possible way. */
    List<List<Arg>> words(List<Word> words, State state) {
        List<List<Arg>> ways = List.of(new ArrayList<>());
        boolean declares = !words.isEmpty()
                && Builtins.declares(String.valueOf(words.getFirst().bare()));
        for (Word word : words) {
            for (Word one : Braces.expand(word)) {
                ways = product(ways, declares && isAssignment(one) ? whole(one, state) : fields(one, state));
            }
        }
        return ways;
    }

    /** Behind {@code declare} and its like, a value is not split. */
    private static boolean isAssignment(Word word) {
        return !word.parts().isEmpty()
                && word.parts().getFirst() instanceof Part.Text(String text, Quote quote)
                && quote == Quote.NONE
                && ASSIGNED.matcher(text).lookingAt()
                && word.parts().stream().noneMatch(Part.Elements.class::isInstance);
    }

    private List<List<Arg>> whole(Word word, State state) {
        return value(word, state).stream().map(List::of).toList();
    }

    /** Each of the ways with each of the next behind it; where there is one of both, which is usual, in place. */
    private static List<List<Arg>> product(List<List<Arg>> ways, List<List<Arg>> next) {
        if (ways.size() == 1 && next.size() == 1) {
            ways.getFirst().addAll(next.getFirst());
            return ways;
        }
        boolean many = ways.size() * next.size() > MOST_WAYS;
        List<List<Arg>> choices = many ? List.of(List.of(Arg.anything(sources(next)))) : next;
        List<List<Arg>> product = new ArrayList<>();
        for (List<Arg> way : ways) {
            for (List<Arg> choice : choices) {
                List<Arg> longer = new ArrayList<>(way);
                longer.addAll(choice);
                product.add(longer);
            }
        }
        return product;
    }

    private static List<ShellCommand> sources(List<List<Arg>> args) {
        return args.stream()
                .flatMap(List::stream)
                .flatMap(arg -> arg.sources().stream())
                .toList();
    }

    private List<List<Arg>> fields(Word word, State state) {
        Set<String> separators = blanks(state);
        String only = word.letters();
        if (only != null) {
            return List.of(List.of(Arg.of(only)));
        }
        List<List<Arg>> ways = new ArrayList<>();
        for (String blanks : separators) {
            ways.addAll(fields(word, state, blanks));
        }
        return ways.size() == 1 ? ways : ways.stream().distinct().toList();
    }

    private List<List<Arg>> fields(Word word, State state, String blanks) {
        List<Fields> ways = List.of(new Fields());
        for (Part part : word.parts()) {
            if (part instanceof Part.Text(String text, Quote quote) && quote == Quote.NONE) {
                ways.forEach(way -> way.appendBare(text));
                continue;
            }
            List<Piece> pieces = pieces(part, state);
            List<Fields> next = new ArrayList<>();
            for (Fields way : ways) {
                for (Piece piece : ways.size() * pieces.size() > MOST_WAYS ? List.of(Piece.anyWords()) : pieces) {
                    Fields longer = pieces.size() == 1 ? way : way.copy();
                    longer.append(piece, blanks);
                    next.add(longer);
                }
            }
            ways = next;
        }
        return ways.stream().map(Fields::finished).toList();
    }

    /** Where a value is split; by nothing at all if the line has changed that, since then anything may be. */
    private static Set<String> blanks(State state) {
        Value separators = state.variable("IFS");
        if (separators == null) {
            return BLANKS;
        }
        if (separators.texts().stream().noneMatch(Holes::areIn)) {
            return separators.texts();
        }
        throw new UnreadableLineException("it is not known where words are split");
    }

    /** What a word is where it is not split: a value, a file that is redirected to, the subject of a choice. */
    List<Arg> value(Word word, State state) {
        Set<String> texts = new LinkedHashSet<>(Set.of(""));
        List<ShellCommand> sources = new ArrayList<>();
        for (Part part : word.parts()) {
            List<Piece> pieces = part instanceof Part.Text(String text, Quote unused)
                    ? List.of(Piece.quoted(text))
                    : pieces(part, state);
            Set<String> next = new LinkedHashSet<>();
            for (String text : texts) {
                for (Piece piece : pieces) {
                    next.add(text + String.join(" ", piece.fields()));
                    sources.addAll(piece.sources());
                }
            }
            texts = next.size() > MOST_WAYS ? Set.of(String.valueOf(Holes.ANY)) : next;
        }
        return texts.stream()
                .map(text -> new Arg(text, Arg.Count.ONE, List.copyOf(sources)))
                .toList();
    }

    /** A file that is redirected to: a wildcard in it is one, and several words would be an error. */
    List<Arg> target(Word word, State state) {
        List<Arg> targets = new ArrayList<>();
        for (List<Arg> way : words(List.of(word), state)) {
            targets.addAll(way);
        }
        return targets;
    }

    /** The letters of a value, or one of all holes if there are several. */
    String text(Word word, State state) {
        List<Arg> all = value(word, state);
        return all.size() == 1 ? all.getFirst().text() : String.valueOf(Holes.ANY);
    }

    private List<Piece> pieces(Part part, State state) {
        return switch (part) {
            case Part.Text(String text, Quote unused) -> List.of(Piece.quoted(text));
            case Part.Tilde(String user) -> parameters.home(user, state);
            case Part.Parameter parameter -> parameters.pieces(parameter, state);
            case Part.Arithmetic(Word expression, boolean quoted) -> {
                walk.calculator().calculate(expression, state);
                yield List.of(Piece.of(String.valueOf(Holes.SAFE), quoted, List.of()));
            }
            case Part.Substitution(Node body, boolean quoted) -> {
                Printing.Printed printed = walk.printing().substituted(body, state);
                yield printed.texts().stream()
                        .map(text -> Piece.printed(text, quoted, printed.commands()))
                        .toList();
            }
            case Part.ProcessSubstitution(Node body, boolean isInput) -> {
                Printing.Printed printed = walk.printing().beside(body, isInput, state);
                yield List.of(new Piece(List.of("/dev/fd/" + Holes.SAFE), false, false, printed.commands()));
            }
            case Part.Elements(List<Word> words) -> {
                words(words, state);
                yield List.of(Piece.anyWords());
            }
        };
    }
}
