package dev.carabiner.context;

import java.util.List;

/**
 * The conversation of one session. Any thread may call it; tools that run in parallel do.
 *
 * <p>Every implementation keeps two promises: what is injected while a tool call is still without its result comes
 * after that result, and an ephemeral injection is in exactly one request, the next.
 */
public interface ContextManager extends InjectionSink {

    /** Adds a message at the end. Returns when it is stored; if it throws, it is not. */
    void add(Message message);

    /** What is stored, in order. Ephemeral injections are not among it. The list does not change afterwards. */
    List<Message> messages();

    /**
     * What the model is to be sent now: the messages and the waiting ephemeral injections, which are then gone. Each of
     * these is in one request, also when several threads ask.
     */
    List<Message> forNextRequest();
}
