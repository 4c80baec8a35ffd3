/**
 * What happens in an agent's life, as names and immutable JSON-shaped data.
 *
 * <p>Open {@link dev.carabiner.event.EventData} first, then {@link dev.carabiner.event.Events}. This package is the
 * bottom of the kernel: every other package may use it, and it uses none of them.
 */
@NullMarked
package dev.carabiner.event;

import org.jspecify.annotations.NullMarked;
