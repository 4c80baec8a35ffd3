/**
 * Asking a human: questions, requests, decisions, and what the human is shown.
 *
 * <p>Open {@link dev.carabiner.approval.ApprovalSystem} first. The coordinator calls it; a hook can only ask, never
 * answer.
 */
@NullMarked
package dev.carabiner.approval;

import org.jspecify.annotations.NullMarked;
