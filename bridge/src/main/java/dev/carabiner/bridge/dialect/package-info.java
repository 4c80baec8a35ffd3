/**
 * What other agents' hooks are told and how their answers are read, as tables that work in both directions.
 *
 * <p>Open {@link dev.carabiner.bridge.dialect.Dialect} first, then {@link dev.carabiner.bridge.dialect.Dialects}. Nothing
 * here runs a program or reads a file.
 */
@NullMarked
package dev.carabiner.bridge.dialect;

import org.jspecify.annotations.NullMarked;
