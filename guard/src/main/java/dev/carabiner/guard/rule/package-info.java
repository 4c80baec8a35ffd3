/**
 * Rules that answer for a human, kept across sessions: allow or deny, by hook, tool and a pattern over the input.
 *
 * <p>Open {@link dev.carabiner.guard.rule.ApprovalRules} first. The coordinator consults it before it asks; hooks and
 * tools never reach it. An allow rule matches what it surely covers, a deny rule whatever it might.
 */
@NullMarked
package dev.carabiner.guard.rule;

import org.jspecify.annotations.NullMarked;
