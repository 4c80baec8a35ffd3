/**
 * Approvals and rules that outlive a process: where they are, and when they are opened. Open
 * {@link dev.carabiner.engine.store.ApprovalBackend} first. The engine calls this package; it calls what a backend opens.
 */
@NullMarked
package dev.carabiner.engine.store;

import org.jspecify.annotations.NullMarked;
