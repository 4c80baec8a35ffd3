package dev.carabiner.host;

/** What hooks made of something that the agent was about to do. */
public sealed interface Passage<T> {

    /** It goes on with this, as the hooks left it. */
    record Granted<T>(T value) implements Passage<T> {}

    /** It does not happen; the agent's answer is the reason. */
    record Refused<T>(String reason) implements Passage<T> {}
}
