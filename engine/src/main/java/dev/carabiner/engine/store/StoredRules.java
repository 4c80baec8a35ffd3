package dev.carabiner.engine.store;

import dev.carabiner.approval.ApprovalDecision;
import dev.carabiner.approval.ApprovalRequest;
import dev.carabiner.approval.StandingAnswers;
import dev.carabiner.guard.rule.ApprovalRules;
import dev.carabiner.guard.rule.RuleStore;
import dev.carabiner.guard.rule.RuleWish;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * The rules that are kept beside the approvals, for the sessions in one directory. They are read for each question, and
 * where that fails, none of them allows anything and a person is asked.
 *
 * @param base what relative paths in a tool's input are relative to
 */
public record StoredRules(LazyApprovals approvals, Path base, InstantSource clock) implements StandingAnswers {

    @Override
    public Ruling decide(ApprovalRequest request) {
        return approvals.place().mayHoldRules() ? rules().decide(request) : new Ruling.None();
    }

    @Override
    public Ruling foresee(ApprovalRequest request) {
        return approvals.place().mayHoldRules() ? rules().foresee(request) : new Ruling.None();
    }

    @Override
    public int count() {
        return approvals.place().mayHoldRules() ? rules().count() : 0;
    }

    /** Adds the rule that the person was shown, if it would have answered this very question. */
    @Override
    public void wished(ApprovalRequest request, ApprovalDecision decision) {
        RuleWish.of(request, decision, clock.instant()).addTo(rules(), base, clock);
    }

    private ApprovalRules rules() {
        RuleStore store = approvals.opened().rules();
        return new ApprovalRules(store, base, clock);
    }
}
