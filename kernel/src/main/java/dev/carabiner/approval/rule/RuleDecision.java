package dev.carabiner.approval.rule;

/** What the rules say about one operation. A rule that decides is named, so that its use can be recorded. */
public sealed interface RuleDecision {

    /** No rule applies: a human is asked. */
    record None() implements RuleDecision {}

    /** A rule allows it, and its use has been counted. */
    record Allowed(String ruleId) implements RuleDecision {}

    /** A rule forbids it, whatever else allows it. */
    record Denied(String ruleId) implements RuleDecision {}
}
