/**
 * The commands, one class each.
 *
 * <p>Open {@link dev.carabiner.cli.command.AllCommands} first.
 */
@NullMarked
package dev.carabiner.cli.command;

import org.jspecify.annotations.NullMarked;
