package dev.carabiner.scenarios;

import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.runtime.agent.AgentCatalog;
import java.util.function.Supplier;

/**
 * What scenarios can name.
 *
 * @param hooks for what is judged
 * @param agent for conversations; asked for only if there is one
 */
record Modules(ModuleCatalog hooks, Supplier<AgentCatalog> agent) {

    static Modules installed() {
        return new Modules(ModuleCatalog.installed(), AgentCatalog::installed);
    }

    static Modules of(AgentCatalog catalog) {
        return new Modules(catalog.modules(), () -> catalog);
    }
}
