package dev.carabiner.engine.bundle;

import dev.carabiner.runtime.context.ContextSettings;
import dev.carabiner.runtime.provider.ProviderModule;
import dev.carabiner.runtime.tool.ToolModule;
import dev.carabiner.session.ConfigType;
import dev.carabiner.session.HookModule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The modules that are installed, by name. A name is taken once among hooks, once among providers, once among tools. */
public final class ModuleCatalog {

    /** The tool module that the agent makes itself: with it, work can be delegated to the bundle's agents. */
    public static final String TASK_MODULE = "tool-task";

    /** The only tool of {@link #TASK_MODULE}. */
    public static final String TASK_TOOL = "Task";

    private static final Map<String, Map<String, ConfigType>> ORCHESTRATORS =
            Map.of("loop-basic", Map.of(), "loop-streaming", Map.of());

    private static final Map<String, Map<String, ConfigType>> CONTEXTS = Map.of("context-simple", ContextSettings.KEYS);

    private final ModuleShelf<HookModule> hooks;
    private final ModuleShelf<ProviderModule> providers;
    private final ModuleShelf<ToolModule> tools;
    private final List<String> problems;

    private ModuleCatalog(
            Collection<? extends HookModule> hooks,
            Collection<? extends ProviderModule> providers,
            Collection<? extends ToolModule> tools,
            List<String> problems) {
        List<String> troubles = new ArrayList<>(problems);
        this.hooks = ModuleShelf.of("hook", hooks, HookModule::name, HookModule::configKeys, troubles);
        this.providers =
                ModuleShelf.of("provider", providers, ProviderModule::name, ProviderModule::configKeys, troubles);
        this.tools = ModuleShelf.of("tool", tools, ToolModule::name, ToolModule::configKeys, troubles);
        this.problems = List.copyOf(troubles);
        if (this.tools.modules().containsKey(TASK_MODULE)) {
            throw new ModuleException(TASK_MODULE, "A tool module is named " + TASK_MODULE + ", which is taken");
        }
    }

    /** Those that {@link java.util.ServiceLoader} finds. One that is broken is a problem, and hides no other. */
    public static ModuleCatalog installed() {
        return installed(ModuleCatalog.class.getClassLoader());
    }

    public static ModuleCatalog installed(ClassLoader loader) {
        List<String> problems = new ArrayList<>();
        return new ModuleCatalog(
                InstalledServices.of(HookModule.class, loader, problems),
                InstalledServices.of(ProviderModule.class, loader, problems),
                InstalledServices.of(ToolModule.class, loader, problems),
                problems);
    }

    public static ModuleCatalog of(
            Collection<? extends HookModule> hooks,
            Collection<? extends ProviderModule> providers,
            Collection<? extends ToolModule> tools) {
        return new ModuleCatalog(hooks, providers, tools, List.of());
    }

    /** In alphabetical order, as the next two. */
    public List<HookModule> hooks() {
        return List.copyOf(hooks.modules().values());
    }

    public List<ProviderModule> providers() {
        return List.copyOf(providers.modules().values());
    }

    /** Without {@link #TASK_MODULE}. */
    public List<ToolModule> tools() {
        return List.copyOf(tools.modules().values());
    }

    /**
     * The hook module of that name.
     *
     * @throws ModuleException if there is none
     */
    public HookModule hook(String name) {
        return hooks.module(name);
    }

    public ProviderModule provider(String name) {
        return providers.module(name);
    }

    public ToolModule tool(String name) {
        return tools.module(name);
    }

    /** What is installed and cannot be used, and why. */
    public List<String> problems() {
        return problems;
    }

    Map<String, Map<String, ConfigType>> keys(ModuleKind kind) {
        return switch (kind) {
            case HOOK -> hooks.keys();
            case PROVIDER -> providers.keys();
            case TOOL -> tools.keysWith(TASK_MODULE);
            case ORCHESTRATOR -> ORCHESTRATORS;
            case CONTEXT -> CONTEXTS;
        };
    }
}
