package dev.carabiner.guard.line;

import java.util.List;

/**
 * What is known of a word that a program gets.
 *
 * @param text its letters, with {@link Holes} where they are not known
 * @param count how many words it stands for
 * @param sources the commands whose output is in it: of a substitution, or of the pipe that it names
 */
public record Arg(String text, Count count, List<ShellCommand> sources) {

    /** For how many words an argument stands. */
    public enum Count {
        ONE,
        /** For one or more, each of which the text describes: files that a wildcard finds. */
        SOME,
        /** For any words at all, also none. */
        ANY
    }

    /** One word that is exactly this text. */
    public static Arg of(String text) {
        return new Arg(text, Count.ONE, List.of());
    }

    /** Any words at all. */
    static Arg anything(List<ShellCommand> sources) {
        return new Arg(String.valueOf(Holes.ANY), Count.ANY, sources);
    }

    /** As many words from the same sources, with another text. */
    public Arg withText(String other) {
        return new Arg(other, count, sources);
    }

    /** Whether it is one word of which every letter is known. */
    public boolean isLiteral() {
        return count == Count.ONE && !Holes.areIn(text);
    }

    /** Whether it could be this word, or have it among its words. */
    public boolean couldBe(String word) {
        return count == Count.ANY || Holes.fit(text, word);
    }

    @Override
    public String toString() {
        return count == Count.ANY ? "…" : Holes.shown(text);
    }
}
