/**
 * What can be said about a policy before it is in force: rules that contradict each other, overlays that weaken a guard.
 *
 * <p>Open {@link dev.carabiner.engine.check.Finding} first. It knows bundles and rules; what takes mounted hooks to find out
 * is the engine's own.
 */
@NullMarked
package dev.carabiner.engine.check;

import org.jspecify.annotations.NullMarked;
