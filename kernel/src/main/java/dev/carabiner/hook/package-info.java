/**
 * Hooks: who listens to what, what they answer, and how their answers become one outcome.
 *
 * <p>Open {@link dev.carabiner.hook.HookRegistry} first; the way of one event through its handlers is the loop in
 * {@code Dispatch}. The session package calls this one; handlers are called from here and nowhere else.
 */
@NullMarked
package dev.carabiner.hook;

import org.jspecify.annotations.NullMarked;
