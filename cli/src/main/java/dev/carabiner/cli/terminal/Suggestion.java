package dev.carabiner.cli.terminal;

import dev.carabiner.engine.bundle.NearMiss;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word that a mistyped or unfinished one was probably meant to be. */
public final class Suggestion {

    private Suggestion() {}

    /** "; did you mean 'sessions'?" or nothing, if no word is near. */
    public static String of(String typed, Collection<String> known) {
        return Optional.ofNullable(NearMiss.nearest(typed, known))
                .or(() -> begun(typed.toLowerCase(Locale.ROOT), known))
                .map(it -> "; did you mean '" + it + "'?")
                .orElse("");
    }

    private static Optional<String> begun(String word, Collection<String> known) {
        return known.stream()
                .filter(it -> word.length() > 1 && it.startsWith(word))
                .min(Comparator.comparingInt(String::length));
    }
}
