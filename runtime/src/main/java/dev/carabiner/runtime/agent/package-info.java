/**
 * An agent that runs under hooks.
 *
 * <p>Open {@link dev.carabiner.runtime.agent.Session} first, then {@link dev.carabiner.runtime.agent.TurnLoop}, which is the
 * agent's loop. Everything else in this module is called from here; nothing calls this but programs.
 */
@NullMarked
package dev.carabiner.runtime.agent;

import org.jspecify.annotations.NullMarked;
