/**
 * What Carabiner costs in front of the agents of other frameworks.
 *
 * <p>Open {@link dev.carabiner.bench.adapters.Main} first. Each framework is measured in a program of its own, from the tests
 * of its adapter, with its own class path.
 */
@NullMarked
package dev.carabiner.bench.adapters;

import org.jspecify.annotations.NullMarked;
