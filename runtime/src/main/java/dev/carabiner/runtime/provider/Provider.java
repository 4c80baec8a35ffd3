package dev.carabiner.runtime.provider;

/**
 * A model that answers. Calls block, any thread may make them, and an interruption ends one. A provider never retries
 * and never emits: the agent's loop does both.
 */
public interface Provider extends AutoCloseable {

    /** The module's name, as in {@code provider-anthropic}. */
    String name();

    /** The model's name, as the provider's own service calls it. */
    String model();

    /**
     * Waits for the whole answer.
     *
     * @throws ProviderException if there is none
     */
    ModelAnswer answer(ModelRequest request) throws InterruptedException;

    /**
     * Waits for the whole answer, and hands it out in pieces meanwhile, on the caller's thread.
     *
     * @throws ProviderException if there is none, or only a part of it
     */
    ModelAnswer stream(ModelRequest request, AnswerSink pieces) throws InterruptedException;

    @Override
    default void close() {}
}
