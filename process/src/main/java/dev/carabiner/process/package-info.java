/**
 * Programs that are run on an agent's behalf, and surely ended.
 *
 * <p>Open {@link dev.carabiner.process.Command} first. Nothing here knows of tools or of sessions.
 */
@NullMarked
package dev.carabiner.process;

import org.jspecify.annotations.NullMarked;
