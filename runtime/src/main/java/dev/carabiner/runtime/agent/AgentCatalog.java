package dev.carabiner.runtime.agent;

import dev.carabiner.display.Throwables;
import dev.carabiner.engine.bundle.AgentModules;
import dev.carabiner.engine.bundle.AgentSpec;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.ModuleException;
import dev.carabiner.engine.bundle.ModuleKind;
import dev.carabiner.engine.bundle.ModuleSettings;
import dev.carabiner.engine.bundle.ModuleShelf;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.NearMiss;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import dev.carabiner.guard.path.Workspace;
import dev.carabiner.runtime.context.ContextSettings;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.runtime.tool.ToolModule;
import dev.carabiner.session.HookModule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Everything that an agent's bundle can name: hook modules, providers and tools. A name is taken once in each kind. */
public final class AgentCatalog implements AgentModules {

    /** The tool module that the agent makes itself: with it, work can be delegated to the bundle's agents. */
    public static final String TASK_MODULE = "tool-task";

    /** The only tool of {@link #TASK_MODULE}. */
    public static final String TASK_TOOL = "Task";

    /** What answers where a bundle names no provider: it needs neither a model nor a key. */
    public static final String DEFAULT_PROVIDER = "provider-offline";

    private static final Map<String, ModuleSettings> CONTEXTS =
            Map.of("context-simple", new ModuleSettings(ContextSettings.KEYS, ContextSettings.defaults(), false));

    private final ModuleCatalog modules;
    private final ModuleShelf<ProviderModule> providers;
    private final ModuleShelf<ToolModule> tools;

    private AgentCatalog(
            ModuleCatalog hooks,
            ModuleShelf<ProviderModule> providers,
            ModuleShelf<ToolModule> tools,
            List<String> problems) {
        this.providers = providers;
        this.tools = tools;
        if (tools.modules().containsKey(TASK_MODULE)) {
            throw new ModuleException(TASK_MODULE, "A tool module is named " + TASK_MODULE + ", which is taken");
        }
        this.modules = hooks.withAgent(this, problems);
    }

    /** Those that {@link java.util.ServiceLoader} finds. One that is broken is a problem, and hides no other. */
    public static AgentCatalog installed() {
        return installed(AgentCatalog.class.getClassLoader());
    }

    /** The modules that this class loader finds. */
    public static AgentCatalog installed(ClassLoader loader) {
        List<String> problems = new ArrayList<>();
        return new AgentCatalog(
                ModuleCatalog.installed(loader),
                ModuleShelf.installed(
                        "provider",
                        ProviderModule.class,
                        loader,
                        ProviderModule::name,
                        AgentCatalog::settings,
                        problems),
                ModuleShelf.installed(
                        "tool", ToolModule.class, loader, ToolModule::name, AgentCatalog::settings, problems),
                problems);
    }

    /** These modules and no others: for tests, and for hosts that bring their own. */
    public static AgentCatalog of(
            Collection<? extends HookModule> hooks,
            Collection<? extends ProviderModule> providers,
            Collection<? extends ToolModule> tools) {
        List<String> problems = new ArrayList<>();
        return new AgentCatalog(
                ModuleCatalog.of(hooks),
                ModuleShelf.of("provider", providers, ProviderModule::name, AgentCatalog::settings, problems),
                ModuleShelf.of("tool", tools, ToolModule::name, AgentCatalog::settings, problems),
                problems);
    }

    private static ModuleSettings settings(ProviderModule module) {
        return new ModuleSettings(module.configKeys(), module.configDefaults(), false);
    }

    private static ModuleSettings settings(ToolModule module) {
        return new ModuleSettings(module.configKeys(), module.configDefaults(), false);
    }

    /** What bundles are read with. */
    public ModuleCatalog modules() {
        return modules;
    }

    /** Reads bundles, and checks them against these modules. */
    public BundleLoader loader() {
        return new BundleLoader(modules);
    }

    /** In alphabetical order. */
    public List<ProviderModule> providers() {
        return providers.all();
    }

    /** In alphabetical order, without {@link #TASK_MODULE}. */
    public List<ToolModule> tools() {
        return tools.all();
    }

    /**
     * The provider module of that name.
     *
     * @throws ModuleException if there is none
     */
    public ProviderModule provider(String name) {
        return providers.module(name);
    }

    /**
     * The tool module of that name.
     *
     * @throws ModuleException if there is none
     */
    public ToolModule tool(String name) {
        return tools.module(name);
    }

    @Override
    public Map<String, ModuleSettings> settings(ModuleKind kind) {
        return switch (kind) {
            case PROVIDER -> providers.settings();
            case TOOL -> tools.settingsWith(TASK_MODULE);
            case CONTEXT -> CONTEXTS;
            case HOOK -> throw new IllegalArgumentException("hook modules are the engine's");
        };
    }

    @Override
    public Bundle complete(Bundle bundle) {
        boolean offline = bundle.providers().isEmpty() && providers.modules().containsKey(DEFAULT_PROVIDER);
        ModuleSpec usual = new ModuleSpec(DEFAULT_PROVIDER, EventData.empty(), bundle.at());
        return offline ? bundle.withProviders(List.of(usual)) : bundle;
    }

    @Override
    public List<BundleProblem> check(Bundle bundle) {
        List<BundleProblem> problems = new ArrayList<>();
        checkProvider(bundle, problems);
        checkContext(bundle.session().get(SessionKeys.CONTEXT), problems);
        checkTask(bundle, problems);
        checkAgentTools(bundle, problems);
        return problems;
    }

    @Override
    public List<BundleProblem> checkSettings(Bundle bundle, Path directory) {
        List<BundleProblem> problems = new ArrayList<>();
        toolNames(bundle.tools(), directory, problems);
        return problems;
    }

    private static void checkProvider(Bundle bundle, List<BundleProblem> problems) {
        if (bundle.providers().isEmpty()) {
            problems.add(new BundleProblem(bundle.at(), "the bundle names no provider; expected one under providers"));
        }
    }

    private static void checkContext(ModuleSpec context, List<BundleProblem> problems) {
        try {
            ContextSettings.from(context.config());
        } catch (IllegalArgumentException e) {
            problems.add(new BundleProblem(context.at(), "the context cannot be used: " + Throwables.inWords(e)));
        }
    }

    private static void checkTask(Bundle bundle, List<BundleProblem> problems) {
        for (ModuleSpec tool : bundle.tools()) {
            if (tool.module().equals(TASK_MODULE) && bundle.agents().isEmpty()) {
                problems.add(new BundleProblem(
                        tool.at(),
                        TASK_MODULE + " delegates to agents, and there are none; expected one under agents"));
            }
        }
    }

    /** A tool that no module brings would leave an agent without what its author thinks it has. */
    private void checkAgentTools(Bundle bundle, List<BundleProblem> problems) {
        if (bundle.agents().stream().allMatch(agent -> agent.tools().isEmpty())) {
            return;
        }
        NavigableSet<String> names = toolNames(bundle.tools(), Path.of(""), problems);
        for (AgentSpec agent : bundle.agents()) {
            agent.tools().stream()
                    .filter(tool -> !names.contains(tool))
                    .forEach(tool -> problems.add(missing(agent, tool, names)));
        }
    }

    private static BundleProblem missing(AgentSpec agent, String tool, NavigableSet<String> names) {
        String expected = names.isEmpty() ? "a tool module under tools" : "one of " + String.join(", ", names);
        return new BundleProblem(
                agent.at(),
                "the agent " + NearMiss.quoted(agent.name()) + " has the tool " + NearMiss.quoted(tool)
                        + ", which no tool module of this bundle brings; expected " + expected
                        + NearMiss.hint(tool, names));
    }

    private NavigableSet<String> toolNames(List<ModuleSpec> specs, Path directory, List<BundleProblem> problems) {
        NavigableSet<String> names = new TreeSet<>();
        for (ModuleSpec spec : specs) {
            if (spec.module().equals(TASK_MODULE)) {
                names.add(TASK_TOOL);
                continue;
            }
            try {
                Workspace workspace = Workspace.at(directory);
                tool(spec.module()).create(spec.config(), workspace).stream()
                        .map(Tool::name)
                        .forEach(names::add);
            } catch (Throwable e) {
                Throwables.rethrowIfFatal(e);
                problems.add(BundleProblem.unusable("tool", spec.module(), spec.at(), e));
            }
        }
        return names;
    }
}
