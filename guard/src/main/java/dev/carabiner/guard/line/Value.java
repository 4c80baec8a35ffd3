package dev.carabiner.guard.line;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a variable.
 *
 * @param texts each text that it may have, with {@link Holes}
 * @param elements of an array, each as it surely is; null if it is none or not known
 * @param sources the commands whose output it holds
 */
record Value(Set<String> texts, @Nullable List<String> elements, List<ShellCommand> sources) {

    private static final int MOST_TEXTS = 12;

    static final Value UNKNOWN = of(String.valueOf(Holes.ANY));
    static final String SAFE_TEXT = String.valueOf(Holes.SAFE);
    static final Value SAFE = of(SAFE_TEXT);

    static Value of(String text) {
        return new Value(Set.of(text), null, List.of());
    }

    static Value array(List<String> elements) {
        return new Value(Set.of(elements.isEmpty() ? "" : elements.getFirst()), List.copyOf(elements), List.of());
    }

    static Value of(Set<String> texts, List<ShellCommand> sources) {
        boolean many = texts.size() > MOST_TEXTS || texts.stream().anyMatch(text -> text.length() > 20_000);
        return new Value(many ? UNKNOWN.texts : Set.copyOf(texts), null, sources);
    }

    /** One of these: plain names that are too many to be followed one by one are just that. */
    static Value each(Set<String> texts) {
        boolean plain = texts.size() > MOST_TEXTS
                && texts.stream().allMatch(text -> Regex.fits(text, "[A-Za-z0-9][A-Za-z0-9._:@+-]*"));
        return plain ? SAFE : of(texts, List.of());
    }

    /** Whether whatever the other may be is among what this may be. */
    boolean covers(Value other) {
        return equals(other) || (elements == null && texts.contains(String.valueOf(Holes.ANY)));
    }

    Value or(Value other) {
        if (equals(other)) {
            return this;
        }
        Set<String> both = new LinkedHashSet<>(texts);
        both.addAll(other.texts);
        List<ShellCommand> from = sources.isEmpty() ? other.sources : sources;
        return elements == null && other.elements == null ? of(both, from) : UNKNOWN;
    }
}
