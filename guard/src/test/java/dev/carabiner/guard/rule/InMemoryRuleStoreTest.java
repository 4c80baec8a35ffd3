package dev.carabiner.guard.rule;

class InMemoryRuleStoreTest implements RuleStoreContract {

    @Override
    public RuleStore store() {
        return RuleStore.inMemory();
    }
}
