/**
 * Carabiner in front of agents that it does not run: an event of theirs is judged here, and answered in their words.
 *
 * <p>Open {@link dev.carabiner.bridge.front.AgentSession} first. How an agent speaks is in
 * {@link dev.carabiner.bridge.dialect}; how events arrive is the host's.
 */
@NullMarked
package dev.carabiner.bridge.front;

import org.jspecify.annotations.NullMarked;
