/**
 * The one choke point between an agent and its hooks.
 *
 * <p>Open {@link dev.carabiner.session.SessionCoordinator} first. The agent's loop calls it; it calls the registry and
 * then, with what came back, the ports.
 */
@NullMarked
package dev.carabiner.session;

import org.jspecify.annotations.NullMarked;
