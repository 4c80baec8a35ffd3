/**
 * What waiting for a decision costs: how soon a decision wakes who waits, what a waiting agent takes of the heap, and what
 * open pages cost. Open {@link dev.carabiner.bench.approvals.Main} first.
 */
@NullMarked
package dev.carabiner.bench.approvals;

import org.jspecify.annotations.NullMarked;
