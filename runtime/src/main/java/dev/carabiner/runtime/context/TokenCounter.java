package dev.carabiner.runtime.context;

import dev.carabiner.context.Injections;

/** How many tokens a text is. An estimate: every model counts differently. Any thread may call it. */
@FunctionalInterface
public interface TokenCounter {

    /** The tokens of this text: 0 for an empty one, never less. */
    int count(String text);

    /** Four characters a token, rounded up. */
    static TokenCounter approximate() {
        return Injections::tokens;
    }

    /** As OpenAI's newer models count, with a vocabulary that is loaded when first used. */
    static TokenCounter jtokkit() {
        return VocabularyCounter.INSTANCE;
    }
}
