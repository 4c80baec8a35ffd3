/**
 * One small program for each thing a hook can do, and for each flow that is made of them.
 *
 * <p>Open {@link dev.carabiner.examples.Examples} first: it lists and runs them. In each class, {@code mount} is the
 * hook, to be copied and used, and {@code play} a situation in which it matters.
 */
@NullMarked
package dev.carabiner.examples;

import org.jspecify.annotations.NullMarked;
