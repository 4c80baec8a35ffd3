package dev.carabiner.engine.bundle;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a host that runs an agent knows beyond hook modules: its providers, tools and ways to keep a conversation.
 *
 * <p>A {@link ModuleCatalog} that has none checks only the shape of {@code providers}, {@code tools} and {@code agents}:
 * such a bundle is a policy, and another program's agent does what it names.
 */
public interface AgentModules {

    /** The modules of one kind by name, each with the settings that it knows. Never asked for {@link ModuleKind#HOOK}. */
    Map<String, ModuleSettings> settings(ModuleKind kind);

    /** Adds what an agent needs and the bundle leaves out, such as a provider. */
    Bundle complete(Bundle bundle);

    /** Finds what is wrong with the agent's part of a bundle whose names and types are right. Makes nothing. */
    List<BundleProblem> check(Bundle bundle);

    /**
     * Makes the bundle's tools once, in that directory, and reports those that refuse their settings. Providers are left
     * out, since they need keys.
     */
    List<BundleProblem> checkSettings(Bundle bundle, Path directory);
}
