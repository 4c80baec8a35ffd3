package dev.carabiner.engine.bundle;

import dev.carabiner.session.HookConfig;

/**
 * A hook module that a bundle names.
 *
 * @param required if it cannot be mounted, the session does not begin
 */
public record HookSpec(String module, HookConfig config, boolean required, Position at) {}
