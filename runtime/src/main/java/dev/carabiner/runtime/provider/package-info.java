/**
 * Models that answer.
 *
 * <p>Open {@link dev.carabiner.runtime.provider.Provider} first. Nothing here knows of sessions; the agent's loop calls it.
 */
@NullMarked
package dev.carabiner.runtime.provider;

import org.jspecify.annotations.NullMarked;
