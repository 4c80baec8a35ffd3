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
    private final Conversations conversations;
    private final Decisions decisions;

    CarabinerEndpoint(Engine engine, Conversations conversations, Decisions decisions) {
        this.engine = engine;
        this.conversations = conversations;
        this.decisions = decisions;
    }

    /** What the endpoint shows. Inputs and results of tools are not among it. */
    public record State(
            String bundle,
            String version,
            List<String> hooks,
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
                conversations.size(),
                decisions.last(),
                decisions.pending());
    }
}
