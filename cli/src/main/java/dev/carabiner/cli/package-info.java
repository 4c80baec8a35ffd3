/**
 * The {@code carabiner} command.
 *
 * <p>Open {@link dev.carabiner.cli.Main} first. It answers the shortest commands itself and leaves the rest to
 * {@code command}; both write what people see with {@code terminal}.
 */
@NullMarked
package dev.carabiner.cli;

import org.jspecify.annotations.NullMarked;
