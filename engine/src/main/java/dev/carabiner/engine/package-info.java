/**
 * What a bundle mounts, without an agent: hooks, approvals, rules, audit log and limits.
 *
 * <p>Open {@link dev.carabiner.engine.Engine} first. A host makes one from a bundle and begins a session for each
 * conversation; {@link dev.carabiner.engine.EngineSession#coordinator} is its way to the hooks. This package uses
 * {@code engine.bundle}, never the other way round.
 */
@NullMarked
package dev.carabiner.engine;

import org.jspecify.annotations.NullMarked;
