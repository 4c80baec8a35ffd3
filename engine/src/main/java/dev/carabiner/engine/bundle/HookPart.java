package dev.carabiner.engine.bundle;

import dev.carabiner.session.HookConfig;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one file says about a hook module.
 *
 * @param required null if it does not say
 */
record HookPart(String module, HookConfig config, @Nullable Boolean required, Position at) {

    /**
     * This one in the place of an earlier one. Its settings are its own; how the hook is mounted stays as it was where
     * it does not say otherwise, so that whoever changes a guard's settings does not make it optional.
     */
    HookPart inPlaceOf(HookPart earlier) {
        HookConfig before = earlier.config;
        HookConfig merged = new HookConfig(
                config.settings(),
                config.priority() == null ? before.priority() : config.priority(),
                config.onFailure() == null ? before.onFailure() : config.onFailure(),
                config.timeout() == null ? before.timeout() : config.timeout());
        return new HookPart(module, merged, required == null ? earlier.required : required, at);
    }

    HookSpec complete() {
        return new HookSpec(module, config, Objects.requireNonNullElse(required, false), at);
    }
}
