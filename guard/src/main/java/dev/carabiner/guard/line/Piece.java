package dev.carabiner.guard.line;

import java.util.List;

/**
 * One possible value of a part of a word.
 *
 * @param fields its text; several for {@code "$@"} and arrays, which are words of their own also in quotes
 * @param split whether blanks and wildcards in it still have their meaning
 * @param open whether it may stand for any words at all
 */
record Piece(List<String> fields, boolean split, boolean open, List<ShellCommand> sources) {

    static Piece quoted(String text) {
        return new Piece(List.of(text), false, false, List.of());
    }

    static Piece of(String text, boolean quoted, List<ShellCommand> sources) {
        return new Piece(List.of(text), !quoted, !quoted && mayBeSplit(text), sources);
    }

    /** What a command prints: nothing, or several words, unless it is in quotes. */
    static Piece printed(String text, boolean quoted, List<ShellCommand> sources) {
        return new Piece(List.of(text), !quoted, !quoted && Holes.areIn(text), sources);
    }

    /** A file's name may hold blanks; only what is plain surely has none. */
    static boolean mayBeSplit(String text) {
        return text.chars().anyMatch(c -> Holes.isHole(c) && c != Holes.SAFE);
    }

    /** Words of which neither number nor text is known. */
    static Piece anyWords() {
        return new Piece(List.of(String.valueOf(Holes.ANY)), true, true, List.of());
    }
}
