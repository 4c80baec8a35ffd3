package dev.carabiner.approval.rule;

class InMemoryRuleStoreTest implements RuleStoreContract {

    @Override
    public RuleStore store() {
        return RuleStore.inMemory();
    }
}
