/**
 * What is to happen with a shell line.
 *
 * <p>Open {@link dev.carabiner.guard.verdict.CommandVerdict} first. The guards and the sandbox call it; it calls the reader
 * of lines and the table of programs.
 */
@NullMarked
package dev.carabiner.guard.verdict;

import org.jspecify.annotations.NullMarked;
