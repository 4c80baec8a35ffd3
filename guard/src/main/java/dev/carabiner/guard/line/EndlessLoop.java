package dev.carabiner.guard.line;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loops that never end by themselves and fill a disk or the table of processes meanwhile. */
final class EndlessLoop {

    private static final String WAITS = "break|return|exit|sleep|read|wait|inotifywait|nc|ping|timeout";

    private EndlessLoop() {}

    /** Whether its condition always holds, nothing in it waits or leaves, and each pass writes or starts something. */
    static boolean fills(Node node, boolean written) {
        return switch (node) {
            case Node.Loop(Node condition, Node body, boolean until) ->
                isConstant(condition, until) && !waits(body) && (written || leavesMore(body));
            case Node.ArithmeticFor(Word expression, Node body) ->
                isForever(expression) && !waits(body) && (written || leavesMore(body));
            default -> false;
        };
    }

    static boolean writes(List<Redirect> redirects) {
        return redirects.stream()
                .anyMatch(it -> it.kind() == Redirect.Kind.WRITE
                        && !Regex.fits(String.valueOf(it.target().unquoted()), "/dev/.*|&.*"));
    }

    private static boolean isForever(Word expression) {
        String text = expression.unquoted();
        String[] parts = text == null ? new String[0] : text.split(";", -1);
        return parts.length == 3 && (parts[1].isBlank() || parts[1].strip().equals("1"));
    }

    private static boolean isConstant(Node condition, boolean until) {
        return switch (condition) {
            case Node.Sequence(List<Node> items) -> items.size() == 1 && isConstant(items.getFirst(), until);
            case Node.Simple simple -> Regex.fits(text(simple), until ? "false" : "true|:|\\[ 1 ]|yes");
            case Node.Calculation(Word expression) -> "1".equals(expression.unquoted());
            default -> false;
        };
    }

    private static String text(Node.Simple simple) {
        return String.join(
                " ",
                simple.words().stream().map(it -> String.valueOf(it.unquoted())).toList());
    }

    /** In the foreground. */
    private static boolean waits(@Nullable Node node) {
        return switch (node) {
            case null -> false;
            case Node.Background unused -> false;
            case Node.Simple simple ->
                !simple.words().isEmpty()
                        && Regex.fits(String.valueOf(simple.words().getFirst().unquoted()), WAITS);
            default -> inner(node).stream().anyMatch(EndlessLoop::waits);
        };
    }

    private static boolean leavesMore(@Nullable Node node) {
        return switch (node) {
            case null -> false;
            case Node.Background unused -> true;
            case Node.Simple simple -> writes(simple.redirects());
            case Node.Redirected(Node body, List<Redirect> redirects) -> writes(redirects) || leavesMore(body);
            default -> inner(node).stream().anyMatch(EndlessLoop::leavesMore);
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
