/**
 * Where a word of a command or a tool's input leads.
 *
 * <p>Open {@link dev.carabiner.guard.path.PathWords} first. The guards and the reading of shell lines call it; it calls
 * none of them.
 */
@NullMarked
package dev.carabiner.guard.path;

import org.jspecify.annotations.NullMarked;
