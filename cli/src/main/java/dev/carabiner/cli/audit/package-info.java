/**
 * The commands over a log: {@code audit init}, {@code verify}, {@code show}, {@code tail}, {@code export}, {@code prove},
 * {@code check-proof} and {@code erase}.
 *
 * <p>Open {@link dev.carabiner.cli.audit.AuditCommands} first. A command extends {@code AuditCommand}, which has the exit codes.
 */
@NullMarked
package dev.carabiner.cli.audit;

import org.jspecify.annotations.NullMarked;
