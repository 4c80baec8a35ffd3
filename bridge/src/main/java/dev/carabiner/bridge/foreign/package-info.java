/**
 * The module {@code foreign-hooks}: hook files of other agents, run as they are.
 *
 * <p>Open {@link dev.carabiner.bridge.foreign.ForeignHooks} first. What a file means is in
 * {@link dev.carabiner.bridge.dialect}; this package reads the files, runs what they name and turns answers into results.
 */
@NullMarked
package dev.carabiner.bridge.foreign;

import org.jspecify.annotations.NullMarked;
