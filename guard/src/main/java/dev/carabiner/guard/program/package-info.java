/**
 * What programs do with their words: a table, and what cannot be said in one.
 *
 * <p>Open {@link dev.carabiner.guard.program.ProgramTable} first; the table itself is {@code programs.txt} beside it, and
 * {@code harmless/} has the options that do no harm ({@code HarmlessRows}). The rules and the verdict call it. It looks at
 * words only, never at files.
 */
@NullMarked
package dev.carabiner.guard.program;

import org.jspecify.annotations.NullMarked;
