/**
 * Agents that Carabiner does not run: their events arrive here, by a command or by a socket, and are answered.
 *
 * <p>Open {@link dev.carabiner.cli.agent.HookService} first. What an event means and how it is answered is in
 * {@link dev.carabiner.bridge.front}; this package keeps the sessions, listens, and writes the agents' settings.
 */
@NullMarked
package dev.carabiner.cli.agent;

import org.jspecify.annotations.NullMarked;
