package dev.carabiner.context;

class InMemoryContextManagerTest extends ContextManagerContract {

    @Override
    protected ContextManager newContext() {
        return new InMemoryContextManager();
    }
}
