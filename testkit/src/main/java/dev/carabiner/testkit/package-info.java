/**
 * The contracts of the kernel's ports. An implementation of a port extends the port's contract and runs it:
 * {@link dev.carabiner.testkit.AuditLogContract}, {@link dev.carabiner.testkit.ContextManagerContract},
 * {@link dev.carabiner.testkit.ApprovalStoreContract} and so on. Each asks for a new object of the implementation, and
 * needs nothing else of it.
 */
@NullMarked
package dev.carabiner.testkit;

import org.jspecify.annotations.NullMarked;
