package dev.carabiner.guard.line;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A piece of a word, as the shell's grammar knows it, before anything is expanded. */
sealed interface Part {

    /** How a text was written. */
    enum Quote {
        NONE,
        ESCAPED,
        SINGLE,
        DOUBLE,
        ANSI
    }

    /** Letters that stand for themselves; without quotes, wildcards and braces among them still have their meaning. */
    record Text(String text, Quote quote) implements Part {}

    /**
     * A parameter.
     *
     * @param prefix {@code #} for the length, {@code !} for indirection, or empty
     * @param subscript the index of an array, or null
     * @param operator what stands between name and argument, such as {@code :-}, or empty
     */
    record Parameter(
            String prefix,
            String name,
            @Nullable Word subscript,
            String operator,
            @Nullable Word argument,
            boolean quoted)
            implements Part {}

    /** {@code $(…)} or backticks. */
    record Substitution(Node body, boolean quoted) implements Part {}

    /** {@code <(…)} or {@code >(…)}. */
    record ProcessSubstitution(Node body, boolean isInput) implements Part {}

    /** {@code $((…))} or {@code $[…]}. */
    record Arithmetic(Word expression, boolean quoted) implements Part {}

    /** {@code ~name} at the start of a word or of a value. */
    record Tilde(String user) implements Part {}

    /** Elements of {@code name=(…)}. */
    record Elements(List<Word> words) implements Part {}
}
