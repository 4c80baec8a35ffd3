package dev.carabiner.console;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether each of some words occurs in one of the texts that are shown to it. Letter case does not count. */
final class WordSearch {

    private final List<String> words;
    private final BitSet found = new BitSet();

    /** @param words in lower case */
    WordSearch(List<String> words) {
        this.words = words;
    }

    /** Looks into a text, or into all values below an object or a list; the keys are the format's, not the record's. */
    void look(@Nullable Object value) {
        if (isComplete()) {
            return;
        }
        switch (value) {
            case null -> {}
            case Map<?, ?> map -> map.values().forEach(this::look);
            case List<?> list -> list.forEach(this::look);
            default -> lookIn(value.toString().toLowerCase(Locale.ROOT));
        }
    }

    private void lookIn(String text) {
        for (int i = 0; i < words.size(); i++) {
            if (!found.get(i) && text.contains(words.get(i))) {
                found.set(i);
            }
        }
    }

    boolean isComplete() {
        return found.cardinality() == words.size();
    }
}
