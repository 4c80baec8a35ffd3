package dev.carabiner.guard.rule;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

final class InMemoryRuleStore implements RuleStore {

    private final ReentrantLock changing = new ReentrantLock();
    private volatile List<ApprovalRule> rules = List.of();

    @Override
    public List<ApprovalRule> load() {
        return rules;
    }

    @Override
    public List<ApprovalRule> update(UnaryOperator<List<ApprovalRule>> change) {
        changing.lock();
        try {
            rules = List.copyOf(change.apply(rules));
            return rules;
        } finally {
            changing.unlock();
        }
    }
}
