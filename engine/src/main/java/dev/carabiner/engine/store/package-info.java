/**
 * Approvals and rules that outlive a process: where they are, and when they are opened. The engine calls this package; it
 * calls what a backend opens. Open {@link dev.carabiner.engine.store.ApprovalBackend} first.
 */
@NullMarked
package dev.carabiner.engine.store;

import org.jspecify.annotations.NullMarked;
