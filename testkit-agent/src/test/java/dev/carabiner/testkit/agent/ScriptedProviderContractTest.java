package dev.carabiner.testkit.agent;

import dev.carabiner.runtime.provider.Provider;
import dev.carabiner.runtime.provider.ProviderException.Kind;

/** The scripted model is a provider. */
class ScriptedProviderContractTest extends ProviderContract {

    @Override
    protected Provider answering() {
        ScriptedProvider script = new ScriptedProvider();
        for (int i = 0; i < 20; i++) {
            script.says("Hello there " + i);
        }
        return script;
    }

    @Override
    protected Provider failing() {
        return new ScriptedProvider().fails(Kind.SERVER_ERROR, "busy").fails(Kind.SERVER_ERROR, "busy");
    }

    @Override
    protected Provider silent() {
        return new ScriptedProvider().staysSilent();
    }
}
