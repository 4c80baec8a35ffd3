package dev.carabiner.guard.line;

import java.util.List;

/** Where a command's standard input comes from. */
public sealed interface Input {

    /** What the line itself has, which is nothing. */
    record Inherited() implements Input {}

    /** A here-document or here-string; with {@link Holes}. */
    record Text(String text, List<ShellCommand> sources) implements Input {}

    record File(Arg file) implements Input {}

    /** What the commands before it in a pipeline print. */
    record Pipe(List<ShellCommand> producers) implements Input {}
}
