package dev.carabiner.engine.bundle;

import java.util.List;

/**
 * A whole configuration, read and checked: what it names exists, and every setting has the type that it should have.
 *
 * @param description what it is for, or empty
 * @param providers the first is the one that is used, unless somebody chooses another
 */
public record Bundle(
        String name,
        String version,
        String description,
        SessionSpec session,
        List<ModuleSpec> providers,
        List<ModuleSpec> tools,
        List<HookSpec> hooks,
        List<AgentSpec> agents) {

    public Bundle {
        providers = List.copyOf(providers);
        tools = List.copyOf(tools);
        hooks = List.copyOf(hooks);
        agents = List.copyOf(agents);
    }

    /** The same with other providers. */
    public Bundle withProviders(List<ModuleSpec> others) {
        return new Bundle(name, version, description, session, others, tools, hooks, agents);
    }

    public Bundle(
            String name,
            String version,
            SessionSpec session,
            List<ModuleSpec> providers,
            List<ModuleSpec> tools,
            List<HookSpec> hooks,
            List<AgentSpec> agents) {
        this(name, version, "", session, providers, tools, hooks, agents);
    }
}
