package dev.carabiner.springboot;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.host.Conversations;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** {@code /actuator/carabiner}: the policy in force, its hooks, the last decisions, and the questions that wait. */
@Endpoint(id = "carabiner")
public final class CarabinerEndpoint {

    private final Engine engine;
    private final HookBeans own;
    private final Conversations conversations;
    private final Decisions decisions;

    CarabinerEndpoint(Engine engine, HookBeans own, Conversations conversations, Decisions decisions) {
        this.engine = engine;
        this.own = own;
        this.conversations = conversations;
        this.decisions = decisions;
    }

    /**
     * What the endpoint shows. Inputs and results of tools are not among it.
     *
     * @param hooks the hook modules of the policy
     * @param beans the handlers that are beans of the application
     */
    public record State(
            String bundle,
            String version,
            List<String> hooks,
            List<String> beans,
            int conversations,
            List<Decisions.Decision> decisions,
            List<Map<String, @Nullable Object>> pending) {}

    /** The state now. */
    @ReadOperation
    public State state() {
        return new State(
                engine.bundle().name(),
                engine.bundle().version(),
                engine.bundle().hooks().stream().map(HookSpec::name).toList(),
                own.names(),
                conversations.size(),
                decisions.last(),
                decisions.pending());
    }
}
