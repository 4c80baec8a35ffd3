package dev.carabiner.guard.line;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command of the shell's grammar. */
sealed interface Node {

    /** {@code name=value}, {@code name+=value} or {@code name[index]=value} before a command, or alone. */
    record Assignment(String name, @Nullable Word subscript, boolean appends, Word value) {}

    record Simple(List<Assignment> assignments, List<Word> words, List<Redirect> redirects) implements Node {}

    /** One or more, each in a shell of its own if there are several. */
    record Pipeline(boolean negated, List<Node> parts) implements Node {}

    /** {@code left && right} or {@code left || right}. */
    record Either(Node left, boolean and, Node right) implements Node {}

    /** One after another. */
    record Sequence(List<Node> items) implements Node {}

    /** {@code body &}. */
    record Background(Node body) implements Node {}

    record Group(Node body, boolean subshell) implements Node {}

    record If(Node condition, Node then, @Nullable Node otherwise) implements Node {}

    record Loop(Node condition, Node body, boolean until) implements Node {}

    /** Without words, it goes through the positional parameters. */
    record For(String name, @Nullable List<Word> words, Node body) implements Node {}

    record ArithmeticFor(Word expression, Node body) implements Node {}

    record Case(Word subject, List<Branch> branches) implements Node {}

    /** One choice; with {@code ;&} or {@code ;;&} at its end, the next one may be run behind it. */
    record Branch(List<Word> patterns, Node body, boolean goesOn) {}

    record Function(String name, Node body) implements Node {}

    /** {@code [[ … ]]}. */
    record Test(List<Word> words) implements Node {}

    /** {@code (( … ))}. */
    record Calculation(Word expression) implements Node {}

    /** A compound command and the redirections behind it. */
    record Redirected(Node body, List<Redirect> redirects) implements Node {}
}
