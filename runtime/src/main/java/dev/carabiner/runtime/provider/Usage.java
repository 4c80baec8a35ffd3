package dev.carabiner.runtime.provider;

/** Tokens that a call cost; 0 where the provider does not say. */
public record Usage(int inputTokens, int outputTokens) {

    public static final Usage NONE = new Usage(0, 0);

    public int total() {
        return inputTokens + outputTokens;
    }

    public Usage plus(Usage other) {
        return new Usage(inputTokens + other.inputTokens, outputTokens + other.outputTokens);
    }
}
