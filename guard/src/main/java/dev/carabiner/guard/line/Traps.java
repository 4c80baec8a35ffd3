package dev.carabiner.guard.line;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Texts and functions that the shell runs by itself: at its end, at a signal, for a command that it does not find. */
final class Traps {

    private final Walk walk;
    private final Set<String> texts = new LinkedHashSet<>();
    private final Set<String> besideWords = new LinkedHashSet<>();

    Traps(Walk walk) {
        this.walk = walk;
    }

    /**
     * A text that is run at some later time.
     *
     * @param atEnd whether that is when the shell ends, so that no later words are changed by it
     */
    void add(String text, boolean atEnd) {
        texts.add(text);
        if (!atEnd) {
            besideWords.add(text);
        }
    }

    /** Goes through what is run at the end of the line, or at a signal, with whatever the variables are then. */
    void run(State start) {
        Set<String> done = new LinkedHashSet<>();
        while (done.size() < texts.size()) {
            for (String text : List.copyOf(texts)) {
                if (done.add(text)) {
                    State later = start.later();
                    State after = walk.evaluated(text, later.copy(), new Input.Inherited())
                            .either();
                    if (besideWords.contains(text) && !after.isSameAs(later)) {
                        walk.doubt("a trap changes what later words mean");
                    }
                }
            }
        }
    }
}
