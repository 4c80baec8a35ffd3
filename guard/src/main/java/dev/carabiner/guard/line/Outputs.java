package dev.carabiner.guard.line;

/** Says what a command prints, as far as its name tells: the table of programs does. */
@FunctionalInterface
public interface Outputs {

    /** Nothing is known of what any command prints. */
    Outputs UNKNOWN = command -> String.valueOf(Holes.ANY);

    /** A text with {@link Holes}. */
    String of(ShellCommand command);
}
