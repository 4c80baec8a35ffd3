/**
 * Why a policy says what it says about an event. Start with {@link dev.carabiner.engine.explain.Explanation}, which a
 * {@code Judge} of the engine makes. Nothing here calls a hook.
 */
@NullMarked
package dev.carabiner.engine.explain;

import org.jspecify.annotations.NullMarked;
