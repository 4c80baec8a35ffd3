package dev.carabiner.engine.bundle;

import dev.carabiner.engine.bundle.Key.Rule;
import dev.carabiner.hook.FailurePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The keys of a hook beside {@code module} and {@code config}. What has no default is the module's own choice. */
public final class HookKeys {

    static final Section SECTION = new Section();

    /** Lower runs first. */
    public static final Key<Integer> PRIORITY = SECTION.add("priority", Shapes.NUMBER, null, Rule.LATER);

    /** What a failure of the hook means. */
    public static final Key<FailurePolicy> ON_FAILURE = SECTION.add(
            "on_failure",
            Shapes.oneOf(
                    Map.of("continue", FailurePolicy.CONTINUE, "deny", FailurePolicy.DENY, "ask", FailurePolicy.ASK)),
            null,
            Rule.LATER);

    /** How long one call of the hook may take. */
    public static final Key<Duration> TIMEOUT =
            SECTION.add("timeout", Shapes.atLeast(Duration.ofMillis(1), Shapes.DURATION), null, Rule.LATER);

    /** Whether a session begins only if the hook can be mounted. */
    public static final Key<Boolean> REQUIRED = SECTION.add("required", Shapes.FLAG, false, Rule.LATER);

    /** Probes that the hook must not let pass. A later file's take the place of an earlier one's. */
    public static final Key<List<Canary>> CANARIES = SECTION.add("canaries", new CanaryShape(), List.of(), Rule.LATER);

    /** What this hook is called, where a bundle has several of one module; otherwise it has its module's name. */
    public static final Key<String> NAME = SECTION.add("name", Shapes.HOOK_NAME, null, Rule.LATER);

    private HookKeys() {}
}
