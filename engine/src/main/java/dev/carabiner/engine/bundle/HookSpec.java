package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;
import dev.carabiner.hook.FailurePolicy;
import dev.carabiner.session.HookConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A hook module that a bundle names.
 *
 * @param settings the module's own
 * @param mounting how it is mounted: {@link HookKeys}
 */
public record HookSpec(String module, EventData settings, SectionValues mounting, Position at) {

    /** A module without settings that is mounted as it likes. */
    public static HookSpec of(String module, Position at) {
        return new HookSpec(module, EventData.empty(), SectionValues.NONE, at);
    }

    /** What it is called in this bundle: its own name, or its module's. */
    public String name() {
        String own = mounting.valueOf(HookKeys.NAME);
        return own == null ? module : own;
    }

    /** What the module is given when it is mounted. */
    public HookConfig config() {
        return new HookConfig(
                settings,
                mounting.valueOf(HookKeys.PRIORITY),
                mounting.valueOf(HookKeys.ON_FAILURE),
                mounting.valueOf(HookKeys.TIMEOUT),
                mounting.valueOf(HookKeys.NAME));
    }

    /** Whether a session begins only if it can be mounted. */
    public boolean required() {
        return mounting.get(HookKeys.REQUIRED);
    }

    /** Probes that it must not let pass. */
    public List<Canary> canaries() {
        return mounting.get(HookKeys.CANARIES);
    }

    /**
     * This one, which a managed policy mounts, where a bundle wants the same module otherwise. Only what makes it
     * stricter is taken; what is lost is told, unless a built-in bundle wants it.
     */
    HookSpec heldAgainst(HookSpec wanted, List<BundleProblem> notices) {
        SectionValues held = wanted.required() ? mounting.with(HookKeys.REQUIRED, true) : mounting;
        if (wanted.mounting.valueOf(HookKeys.ON_FAILURE) == FailurePolicy.DENY) {
            held = held.with(HookKeys.ON_FAILURE, FailurePolicy.DENY);
        }
        Set<String> lost = new TreeSet<>();
        for (Map.Entry<Key<?>, SectionValues.Said> said : wanted.mounting.said().entrySet()) {
            if (!said.getValue().value().equals(held.valueOf(said.getKey()))) {
                lost.add(said.getKey().name());
            }
        }
        if (!wanted.settings.isEmpty() && !wanted.settings.equals(settings)) {
            lost.add("config");
        }
        if (!lost.isEmpty() && !wanted.at.isBuiltIn()) {
            notices.add(new BundleProblem(
                    wanted.at,
                    String.join(" and ", lost) + " of " + name() + " stays as the managed policy says (" + at + ")"));
        }
        return new HookSpec(module, settings, held, at);
    }

    /**
     * This one in the place of an earlier one. Its settings are its own; how the hook is mounted stays as it was where it
     * does not say otherwise, so that a guard does not become optional when its settings change.
     */
    HookSpec inPlaceOf(HookSpec earlier) {
        return new HookSpec(module, settings, earlier.mounting.overlaidWith(mounting), at);
    }
}
