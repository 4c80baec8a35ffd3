package dev.carabiner.langchain4j;

import dev.carabiner.host.Conversations;
import dev.langchain4j.service.AiServiceContext;
import dev.langchain4j.spi.services.AiServiceContextFactory;

/** Found by LangChain4j on the class path; makes the contexts of all services once {@link Hooked#everywhere} was called. */
public final class HookedContextFactory implements AiServiceContextFactory {

    /** Called by {@code ServiceLoader}. */
    public HookedContextFactory() {}

    @Override
    public AiServiceContext create(Class<?> service) {
        Conversations conversations = Hooked.forAll();
        return conversations == null ? new PlainContext(service) : new HookedContext(service, conversations);
    }

    /** As LangChain4j makes it without a factory. */
    private static final class PlainContext extends AiServiceContext {

        PlainContext(Class<?> service) {
            super(service);
        }
    }
}
