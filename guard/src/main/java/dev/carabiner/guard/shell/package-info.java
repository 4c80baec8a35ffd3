/**
 * What a shell line does, as far as its text can tell.
 *
 * <p>Open {@link dev.carabiner.guard.shell.ShellCheck} first: it reads a line, as it stands or in every way it might be
 * meant, and finds what is dangerous in it. The guards call it.
 */
@NullMarked
package dev.carabiner.guard.shell;

import org.jspecify.annotations.NullMarked;
