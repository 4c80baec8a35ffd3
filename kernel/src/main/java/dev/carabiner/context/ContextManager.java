package dev.carabiner.context;

import java.util.List;

/**
 * The conversation of one session. Any thread may call it; tools that run in parallel do.
 *
 * <p>Every implementation keeps two promises: what is injected while a tool call is still without its result comes
 * after that result, and an ephemeral injection is in exactly one request, the next.
 */
public interface ContextManager {

    void add(Message message);

    /**
     * Adds what a hook has to say. An injection that the coordinator has not admitted is checked here.
     *
     * @throws InjectionTooLargeException if it is over the size limit
     */
    void inject(Injection injection);

    /** What is stored, in order. Ephemeral injections are not among it. */
    List<Message> messages();

    /** What the model is to be sent now: the messages and the waiting ephemeral injections, which are then gone. */
    List<Message> forNextRequest();
}
