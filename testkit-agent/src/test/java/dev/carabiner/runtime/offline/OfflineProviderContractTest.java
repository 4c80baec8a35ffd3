package dev.carabiner.runtime.offline;

import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.testkit.agent.ProviderContract;

class OfflineProviderContractTest extends ProviderContract {

    @Override
    protected Provider answering() {
        OfflineProviderModule module = new OfflineProviderModule();
        return module.create(module.configDefaults(), name -> null);
    }
}
