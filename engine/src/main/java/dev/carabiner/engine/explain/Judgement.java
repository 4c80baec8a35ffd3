package dev.carabiner.engine.explain;

import dev.carabiner.approval.Decision;
import dev.carabiner.hook.HookOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a policy says about an event before any human is asked.
 *
 * @param outcome what the handlers decided; its questions are open
 * @param rules for each question, in order, what the standing rules would answer
 * @param objection why the call would be refused although the handlers let it through; null for no reason
 */
public record Judgement(
        HookOutcome outcome,
        List<RuleAnswer> rules,
        @Nullable String objection) {

    public Judgement {
        rules = List.copyOf(rules);
    }

    /** Deny if a handler or a rule denies; ask if a question is left for a human; else pass. */
    public PolicyVerdict verdict() {
        if (outcome.denied()
                || objection != null
                || rules.stream().anyMatch(answer -> answer.decision() == Decision.DENY)) {
            return PolicyVerdict.DENY;
        }
        return rules.stream().anyMatch(answer -> answer.decision() == null) ? PolicyVerdict.ASK : PolicyVerdict.PASS;
    }

    /** The handler that decided, a rule as {@code rule ID}, or empty if none did. */
    public String decidedBy() {
        return rules.stream()
                .filter(answer -> answer.decision() == Decision.DENY && !outcome.denied())
                .map(answer -> "rule " + answer.rule())
                .findFirst()
                .orElse(outcome.decidedBy());
    }

    /** Why: the denial's reason or, for a question, its prompt. */
    public String reason() {
        if (objection != null) {
            return objection;
        }
        return outcome.denied() || outcome.questions().isEmpty()
                ? outcome.reason()
                : outcome.questions().getFirst().prompt();
    }
}
