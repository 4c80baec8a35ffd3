package dev.carabiner.approvals;

import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.RuleText;

/**
 * A rule that could be made of an answer. It would have answered the very request that it is offered with.
 *
 * @param scope {@code exact}, {@code directory} or {@code pattern}
 * @param coverage what it would have decided of past calls
 */
public record RuleOffer(String scope, ApprovalRule rule, RuleCoverage coverage) {

    /** The rule, verbatim. */
    public String text() {
        return RuleText.of(rule);
    }

    /** How many of the past calls it would have decided. */
    public int covers() {
        return coverage.covers();
    }

    /** How many past calls of the tool were looked at. */
    public int past() {
        return coverage.past();
    }

    /** How many of those it covers a person decided the other way. */
    public int contradicted() {
        return coverage.contradicted().size();
    }
}
