/**
 * The conversation, and how hooks add to it: roles, messages, injections with their limits.
 *
 * <p>Open {@link dev.carabiner.context.ContextManager} first. The coordinator calls it with injections; the agent's
 * loop calls it with messages.
 */
@NullMarked
package dev.carabiner.context;

import org.jspecify.annotations.NullMarked;
