/**
 * What people see: messages to the user, and what a hook wrote to the standard streams.
 *
 * <p>Open {@link dev.carabiner.display.Display} first. The coordinator calls it; hooks never do.
 */
@NullMarked
package dev.carabiner.display;

import org.jspecify.annotations.NullMarked;
