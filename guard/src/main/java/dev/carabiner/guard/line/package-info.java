/**
 * Reads a shell line: which simple commands it can run, with what is known of each word.
 *
 * <p>Open {@link dev.carabiner.guard.line.ShellReader} first. It parses the line ({@code ShellParser}, {@code WordParser}),
 * walks the tree with what is known of variables and the working directory ({@code Walk}, {@code Expander}), and lists
 * commands. The table of programs, the rules and the verdict call it; it runs nothing and looks at no file.
 */
@NullMarked
package dev.carabiner.guard.line;

import org.jspecify.annotations.NullMarked;
