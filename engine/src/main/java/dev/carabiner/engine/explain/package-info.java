/**
 * Why a policy says what it says about an event.
 *
 * <p>Open {@link dev.carabiner.engine.explain.Explanation} first, which a {@code Judge} of the engine makes. Nothing here
 * calls a hook.
 */
@NullMarked
package dev.carabiner.engine.explain;

import org.jspecify.annotations.NullMarked;
