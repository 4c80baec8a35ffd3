/**
 * The record of what happened: the port that a log implements, and the records it is given.
 *
 * <p>Open {@link dev.carabiner.audit.AuditLog} first. The coordinator calls it; nothing else in the kernel does.
 */
@NullMarked
package dev.carabiner.audit;

import org.jspecify.annotations.NullMarked;
