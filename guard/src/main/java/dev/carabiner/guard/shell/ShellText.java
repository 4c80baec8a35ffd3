package dev.carabiner.guard.shell;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A line, read.
 *
 * @param commands what it is made of, or null if nobody can say
 * @param possible what it might be made of, in several ways of reading it; empty if it is clear
 */
public record ShellText(String line, @Nullable List<SimpleCommand> commands, List<List<SimpleCommand>> possible) {

    public static ShellText of(String line) {
        List<SimpleCommand> commands = PlainLine.read(line);
        boolean clear = commands != null
                && commands.stream().noneMatch(Indirection::isIn)
                && !Indirection.runsWhatItWrites(commands);
        return new ShellText(line, commands, clear ? List.of() : PossibleLines.of(line));
    }

    /** Whether it is plain what is run: simple commands, none of which runs another. */
    public boolean isClear() {
        return possible.isEmpty();
    }

    /** The ways to read it, each as its commands: where it is, and where it goes by {@code cd}. */
    List<List<SimpleCommand>> ways() {
        List<SimpleCommand> plain = commands == null ? List.of() : commands;
        return (isClear() ? List.of(plain) : possible)
                .stream().flatMap(way -> MovedCommands.both(way).stream()).toList();
    }

    /**
     * Every word by which the line might change a file: those of programs that only look are left out, if it is plain
     * that they are.
     */
    public Stream<String> wordsOfChange() {
        return ways().stream()
                .flatMap(List::stream)
                .filter(command -> !(isClear() && KnownPrograms.isReader(command)))
                .flatMap(command -> command.words().stream())
                .distinct();
    }

    /** Every word of the programs that plainly open nothing of what lies in a directory, or of all others. */
    Stream<String> words(boolean ofListers) {
        return ways().stream()
                .flatMap(List::stream)
                .filter(command -> ofListers == (isClear() && KnownPrograms.isLister(command)))
                .flatMap(command -> command.words().stream())
                .distinct();
    }

    /** Every word that stands for a directory which the line might delete, move or change with all that is in it. */
    public Stream<String> treesOfChange() {
        return ways().stream()
                .flatMap(List::stream)
                .flatMap(command -> Trees.changed(command).stream())
                .distinct();
    }
}
