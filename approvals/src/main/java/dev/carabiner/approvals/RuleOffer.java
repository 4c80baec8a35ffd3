package dev.carabiner.approvals;

import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.RuleText;

/**
 * A rule that could be made of an answer. It would have answered the very request that it is offered with.
 *
 * @param scope {@code exact}, {@code directory} or {@code pattern}
 * @param covers how many of the past calls it would have decided
 * @param past how many past calls of the tool were looked at
 * @param contradicted how many of those it covers a person decided the other way
 */
public record RuleOffer(String scope, ApprovalRule rule, int covers, int past, int contradicted) {

    /** The rule, verbatim. */
    public String text() {
        return RuleText.of(rule);
    }
}
