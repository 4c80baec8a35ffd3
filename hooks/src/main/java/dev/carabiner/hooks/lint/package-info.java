/**
 * What is wrong with a file, found without running anything.
 *
 * <p>Open {@link dev.carabiner.hooks.lint.FileChecks} first. The linter feedback calls it.
 */
@NullMarked
package dev.carabiner.hooks.lint;

import org.jspecify.annotations.NullMarked;
