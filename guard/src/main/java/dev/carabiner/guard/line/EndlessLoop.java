package dev.carabiner.guard.line;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Loops that never end by themselves, and that keep a processor busy or fill a disk or the table of processes meanwhile. */
final class EndlessLoop {

    private static final String WAITS = "(?s)(?:break|return|exit|read|wait|inotifywait|nc|ping)(?: .*)?"
            + "|(?:sleep|timeout) (?!0*(?:\\.0\\d*)?[smhd]?(?: |$)).+";

    /** Of words that no run changes. */
    private static final String COMPARISON = "(?:test|\\[) [^$ ]+ (?:-lt|-le|-gt|-ge|-ne|-eq|=|==|!=) [^$ ]+(?: \\])?";

    private static final String HOLDS =
            "(?s)true|:|yes|/bin/true|(?:echo|printf)(?: .*)?|(?:test|\\[) (?:[\\w.]+|(\\w+) (?:=|==|-eq) \\1|-n \\w+|-[de] [/.])(?: ])?";
    private static final String FAILS = "false|/bin/false|(?:test|\\[)(?: -z \\w+)?(?: ])?";

    private EndlessLoop() {}

    /** Whether its condition always holds, and nothing in it waits or leaves. */
    static boolean isEndless(Node node) {
        return switch (node) {
            case Node.Loop(Node condition, Node body, boolean until) -> isConstant(condition, until) && !waits(body);
            case Node.ArithmeticFor(Word expression, Node body) -> isForever(expression) && !waits(body);
            default -> false;
        };
    }

    private static boolean isForever(Word expression) {
        String text = expression.unquoted();
        String[] parts = text == null ? new String[0] : text.split(";", -1);
        return parts.length == 3 && (parts[1].isBlank() || isConstant(parts[1]));
    }

    private static boolean isConstant(Node condition, boolean until) {
        return switch (condition) {
            case Node.Sequence(List<Node> items) -> items.size() == 1 && isConstant(items.getFirst(), until);
            case Node.Pipeline(boolean negated, List<Node> parts) ->
                negated && parts.size() == 1 && isConstant(parts.getFirst(), !until);
            case Node.Group group -> isConstant(group.body(), until);
            case Node.Either(Node left, boolean unused, Node right) ->
                isConstant(left, until) && isConstant(right, until);
            case Node.Simple simple ->
                Regex.fits(text(simple), until ? FAILS : HOLDS) || Regex.fits(text(simple), COMPARISON);
            case Node.Test(List<Word> words) ->
                !until && words.size() == 1 && isText(words.getFirst().unquoted());
            case Node.Calculation(Word expression) -> isConstant(String.valueOf(expression.unquoted()));
            default -> false;
        };
    }

    /** Whether it calculates the same each time: a loop over what never changes is meant to go on. */
    private static boolean isConstant(String calculation) {
        return Regex.fits(calculation, "[^a-zA-Z_$]*\\d[^a-zA-Z_$]*");
    }

    private static String text(Node.Simple simple) {
        return String.join(
                " ",
                simple.words().stream()
                        .map(it -> Objects.requireNonNullElse(it.unquoted(), "$"))
                        .toList());
    }

    private static boolean isText(@Nullable String word) {
        return word != null && !word.isEmpty();
    }

    /** In the foreground. */
    private static boolean waits(@Nullable Node node) {
        return switch (node) {
            case null -> false;
            case Node.Background unused -> false;
            case Node.Simple simple -> Regex.fits(text(simple), WAITS);
            default -> inner(node).stream().anyMatch(EndlessLoop::waits);
        };
    }

    private static List<Node> inner(Node node) {
        return switch (node) {
            case Node.Pipeline pipeline -> pipeline.parts();
            case Node.Sequence(List<Node> items) -> items;
            case Node.Either either -> List.of(either.left(), either.right());
            case Node.Group group -> List.of(group.body());
            case Node.If choice ->
                choice.otherwise() == null
                        ? List.of(choice.condition(), choice.then())
                        : List.of(choice.condition(), choice.then(), choice.otherwise());
            case Node.Loop loop -> List.of(loop.condition(), loop.body());
            case Node.For each -> List.of(each.body());
            case Node.ArithmeticFor each -> List.of(each.body());
            case Node.Case choice ->
                choice.branches().stream().map(Node.Branch::body).toList();
            case Node.Redirected redirected -> List.of(redirected.body());
            default -> List.of();
        };
    }
}
