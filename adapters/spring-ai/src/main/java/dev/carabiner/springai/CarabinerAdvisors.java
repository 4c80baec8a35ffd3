package dev.carabiner.springai;

import dev.carabiner.engine.Engine;
import dev.carabiner.host.Conversations;
import java.util.List;
import org.springframework.ai.chat.client.advisor.ToolCallingAdvisor;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.model.tool.ToolCallingManager;

/**
 * Puts a chat client under an engine's policy: {@code ChatClient.builder(model).defaultAdvisors(CarabinerAdvisors.under(engine))}.
 * Every tool call, model request, answer and prompt of such a client passes the hooks. With the Boot starter all clients
 * that are made from the application's builder have them without a line.
 */
public final class CarabinerAdvisors {

    /** The advisor parameter that names the agent a client is, when a tool of another one calls it. */
    public static final String AGENT = "carabiner.agent";

    private CarabinerAdvisors() {}

    /**
     * The advisors that a client needs, its tool loop included. Sessions are kept by {@code ChatMemory.CONVERSATION_ID}; a
     * prompt without one has a session of its own.
     */
    public static List<Advisor> under(Engine engine) {
        return under(Conversations.under(engine));
    }

    /** The same with other limits. */
    public static List<Advisor> under(Conversations conversations) {
        return under(conversations, ToolCallingManager.builder().build());
    }

    /** The same with a tool calling manager of the application's, which runs what is permitted. */
    public static List<Advisor> under(Conversations conversations, ToolCallingManager manager) {
        ToolCallingManager guarded = guarded(manager, conversations);
        return List.of(
                new PromptAdvisor(conversations),
                ToolCallingAdvisor.builder().toolCallingManager(guarded).build(),
                new ModelAdvisor());
    }

    /** Those that a client needs whose tool loop uses a {@linkplain #guarded guarded} manager already. */
    public static List<Advisor> aroundLoop(Conversations conversations) {
        return List.of(new PromptAdvisor(conversations), new ModelAdvisor());
    }

    /** A manager that runs tools through the hooks only. Guarding it twice changes nothing. */
    public static ToolCallingManager guarded(ToolCallingManager manager, Conversations conversations) {
        return manager instanceof GuardedToolCallingManager
                ? manager
                : new GuardedToolCallingManager(manager, conversations);
    }
}
