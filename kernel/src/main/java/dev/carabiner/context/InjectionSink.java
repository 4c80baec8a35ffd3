package dev.carabiner.context;

/**
 * Where the coordinator puts what hooks inject. A host that keeps its own conversation implements this alone; a
 * {@link ContextManager} is the whole conversation.
 */
@FunctionalInterface
public interface InjectionSink {

    /**
     * Adds what a hook has to say. The coordinator calls it on the emitting thread, for tools that run in parallel on
     * several at once, after it has made the text safe and checked size and budget; several injections of one emit that
     * belong together come as one. If it throws, that is on the record, the user is told, and the agent goes on.
     *
     * @throws InjectionTooLargeException if it is over the size limit and was not {@linkplain Injection#isAdmitted admitted}
     */
    void inject(Injection injection);
}
