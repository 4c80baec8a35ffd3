/**
 * The contracts of the kernel's ports. An implementation of a port extends the port's contract and runs it:
 * {@link dev.carabiner.testkit.AuditLogContract}, {@link dev.carabiner.testkit.ContextManagerContract} and so on.
 */
@NullMarked
package dev.carabiner.testkit;

import org.jspecify.annotations.NullMarked;
