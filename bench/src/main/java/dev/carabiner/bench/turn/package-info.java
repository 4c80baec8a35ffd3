/**
 * What the hooks cost an agent's turn.
 *
 * <p>Open {@link dev.carabiner.bench.turn.Main} first.
 */
@NullMarked
package dev.carabiner.bench.turn;

import org.jspecify.annotations.NullMarked;
