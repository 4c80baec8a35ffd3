package dev.carabiner.guard.line;

import java.util.List;
import java.util.Set;

/**
 * A simple command that a line can run.
 *
 * @param argv the program and its words; empty if the line only sets variables or redirects
 * @param settings variables that are set for it, or for the rest of the line if there is no program
 * @param reads files that its input comes from
 * @param writes files that its output is sent to
 * @param directories where it may run: absolute, or relative to where the line starts, which is the empty text
 */
public record ShellCommand(
        List<Arg> argv,
        List<Setting> settings,
        List<Arg> reads,
        List<Arg> writes,
        Input input,
        Set<String> directories) {

    /** A variable and the value it gets. */
    public record Setting(String name, Arg value) {}

    public ShellCommand {
        argv = List.copyOf(argv);
        settings = List.copyOf(settings);
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        directories = Set.copyOf(directories);
    }

    /** The program as it is called, with {@link Holes}; empty if there is none. */
    public String program() {
        return argv.isEmpty() ? "" : argv.getFirst().text();
    }

    /** The words after the program; empty if there is none. */
    public List<Arg> arguments() {
        return argv.isEmpty() ? argv : argv.subList(1, argv.size());
    }

    /** Whether every letter of every word is known. */
    public boolean isLiteral() {
        return argv.stream().allMatch(Arg::isLiteral);
    }

    /** The same place, input and output with other words: what a launcher runs. */
    public ShellCommand running(List<Arg> other) {
        return new ShellCommand(other, List.of(), reads, writes, input, directories);
    }

    /** The same command in other directories. */
    public ShellCommand in(Set<String> other) {
        return new ShellCommand(argv, settings, reads, writes, input, other);
    }

    /** Where a relative path leads from a directory. */
    public static String resolved(String from, String to) {
        return Builtins.resolved(from, to);
    }

    /** What it reads on its standard input. */
    public ShellCommand fed(Input other) {
        return new ShellCommand(argv, settings, reads, writes, other, directories);
    }
}
