package dev.carabiner.approvals;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalDecision.How;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.Decision;
import dev.carabiner.approval.StandingAnswers.Ruling;
import dev.carabiner.approval.StoredApproval;
import dev.carabiner.guard.rule.ApprovalRule;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.InvalidRuleException;
import dev.carabiner.guard.rule.RuleStore;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a rule would have decided of past calls.
 *
 * @param covers how many of them
 * @param past how many were looked at: those of the rule's tool
 * @param contradicted those that a person decided the other way
 */
public record RuleCoverage(int covers, int past, List<StoredApproval> contradicted) {

    public RuleCoverage {
        contradicted = List.copyOf(contradicted);
    }

    /**
     * Measures a rule that need not be in any store. Nothing is added or used up.
     *
     * @param directories the directory that a session works in; null if it is not known, and then paths are relative to
     *     the root directory
     */
    public static RuleCoverage of(
            ApprovalRule rule, List<StoredApproval> past, Function<String, @Nullable Path> directories) {
        List<StoredApproval> sameTool = past.stream()
                .filter(it -> rule.tool().equals(ApprovalRule.EVERY)
                        || it.request().tool().equals(rule.tool()))
                .toList();
        List<StoredApproval> contradicted = new ArrayList<>();
        int covers = 0;
        for (StoredApproval each : sameTool) {
            if (decides(rule, each.request(), directories)) {
                covers++;
                if (isContrary(rule, each.decision())) {
                    contradicted.add(each);
                }
            }
        }
        return new RuleCoverage(covers, sameTool.size(), contradicted);
    }

    private static boolean isContrary(ApprovalRule rule, @Nullable ApprovalDecision decision) {
        return decision != null
                && decision.how() == How.ANSWERED
                && decision.granted() != (rule.decision() == Decision.ALLOW);
    }

    /** Whether it would decide this one, were it the only rule. */
    static boolean decides(ApprovalRule rule, ApprovalRequest asked, Function<String, @Nullable Path> directories) {
        Path known = directories.apply(asked.session());
        try {
            ApprovalRules alone = new ApprovalRules(
                    RuleStore.inMemory(), known == null ? Path.of("/") : known, InstantSource.system());
            alone.add(rule);
            return !(alone.foresee(asked) instanceof Ruling.None);
        } catch (InvalidRuleException e) {
            return false; // such a rule cannot be
        }
    }
}
