package dev.carabiner.langchain4j;

import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import dev.langchain4j.service.AiServiceContext;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Puts AI services under an engine's policy: {@code AiServices.builder(Hooked.context(Assistant.class, engine))} for one,
 * {@link #everywhere} for all. Every tool call, model request, answer and prompt of such a service passes the hooks.
 */
public final class Hooked {

    private static final AtomicReference<@Nullable Conversations> EVERYWHERE = new AtomicReference<>();

    private Hooked() {}

    /**
     * What {@code AiServices.builder} takes instead of the service's interface. Sessions are kept by memory id, beside
     * those of the engine's other services, and end when they were not used for 30 minutes.
     */
    public static AiServiceContext context(Class<?> service, Engine engine) {
        return context(service, Conversations.under(engine));
    }

    /** The same with other limits. */
    public static AiServiceContext context(Class<?> service, Conversations conversations) {
        return new HookedContext(service, conversations);
    }

    /**
     * Puts every AI service under the policy that is built from now on in this program, agents of the agentic module
     * included. Services that exist already stay as they are. A later call replaces the policy for services built after it.
     */
    public static void everywhere(Engine engine) {
        everywhere(Conversations.under(engine));
    }

    /** The same with other limits. */
    public static void everywhere(Conversations conversations) {
        EVERYWHERE.set(conversations);
    }

    /** Ends {@link #everywhere} for services that are built from now on. */
    public static void nowhere() {
        EVERYWHERE.set(null);
    }

    static @Nullable Conversations forAll() {
        return EVERYWHERE.get();
    }
}
