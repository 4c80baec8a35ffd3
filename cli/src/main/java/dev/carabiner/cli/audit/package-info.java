/**
 * The commands over a log: {@code audit init}, {@code verify}, {@code show}, {@code tail}, {@code export}, {@code prove},
 * {@code check-proof} and {@code erase}.
 *
 * <p>Open {@link dev.carabiner.cli.audit.AuditCommands} first. Nothing else calls this package but a shell.
 */
@NullMarked
package dev.carabiner.cli.audit;

import org.jspecify.annotations.NullMarked;
