package dev.carabiner.bench;

/**
 * Which of its four handler classes a framework takes for a place in the chain. From three handlers on, the compiler
 * sees too many classes at the call to inline it, as in a real program. Equal kinds stand side by side: where they
 * alternate over a long chain, the time is that of the processor's failed guesses, and differs between processors.
 */
enum Kind {
    FIRST,
    SECOND,
    THIRD,
    FOURTH;

    static Kind at(int place, int count) {
        return values()[place * 4 / Math.max(count, 4)];
    }
}
