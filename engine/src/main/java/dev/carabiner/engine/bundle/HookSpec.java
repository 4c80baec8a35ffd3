package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;
import dev.carabiner.session.HookConfig;

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

    /** What the module is given when it is mounted. */
    public HookConfig config() {
        return new HookConfig(
                settings,
                mounting.valueOf(HookKeys.PRIORITY),
                mounting.valueOf(HookKeys.ON_FAILURE),
                mounting.valueOf(HookKeys.TIMEOUT));
    }

    /** Whether a session begins only if it can be mounted. */
    public boolean required() {
        return mounting.get(HookKeys.REQUIRED);
    }

    /**
     * This one in the place of an earlier one. Its settings are its own; how the hook is mounted stays as it was where it
     * does not say otherwise, so that a guard does not become optional when its settings change.
     */
    HookSpec inPlaceOf(HookSpec earlier) {
        return new HookSpec(module, settings, earlier.mounting.overlaidWith(mounting), at);
    }
}
