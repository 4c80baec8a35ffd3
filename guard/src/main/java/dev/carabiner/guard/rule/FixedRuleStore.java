package dev.carabiner.guard.rule;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rules that were read once. They do not change, so a rule whose uses are counted never allows. */
record FixedRuleStore(Path location, List<ApprovalRule> load) implements RuleStore {

    @Override
    public boolean isFixed() {
        return true;
    }

    @Override
    public List<ApprovalRule> update(UnaryOperator<List<ApprovalRule>> change) {
        if (!change.apply(load).equals(load)) {
            throw new RuleStoreException(location + " is used as it was read; its rules cannot be changed");
        }
        return load;
    }
}
