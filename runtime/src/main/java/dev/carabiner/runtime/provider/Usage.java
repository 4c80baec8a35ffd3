package dev.carabiner.runtime.provider;

/** Tokens that a call cost; 0 where the provider does not say. */
public record Usage(int inputTokens, int outputTokens) {

    /** Nothing was used, or the provider does not say. */
    public static final Usage NONE = new Usage(0, 0);

    /** Tokens of request and answer together. */
    public int total() {
        return inputTokens + outputTokens;
    }

    /** The sum of two calls. */
    public Usage plus(Usage other) {
        return new Usage(inputTokens + other.inputTokens, outputTokens + other.outputTokens);
    }
}
