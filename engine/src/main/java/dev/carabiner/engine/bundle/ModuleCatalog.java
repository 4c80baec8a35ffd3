package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;
import dev.carabiner.session.HookModule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The modules that bundles can name. A hook module's name is taken once. */
public final class ModuleCatalog {

    private final ModuleShelf<HookModule> hooks;
    private final @Nullable AgentModules agent;
    private final List<String> problems;

    private ModuleCatalog(ModuleShelf<HookModule> hooks, @Nullable AgentModules agent, List<String> problems) {
        this.hooks = hooks;
        this.agent = agent;
        this.problems = List.copyOf(problems);
    }

    /** The hook modules that {@link java.util.ServiceLoader} finds. One that is broken is a problem, and hides no other. */
    public static ModuleCatalog installed() {
        return installed(ModuleCatalog.class.getClassLoader());
    }

    /** The same with the modules that this class loader sees. */
    public static ModuleCatalog installed(ClassLoader loader) {
        List<String> problems = new ArrayList<>();
        ModuleShelf<HookModule> hooks = ModuleShelf.installed(
                "hook", HookModule.class, loader, HookModule::name, ModuleCatalog::settings, problems);
        return new ModuleCatalog(hooks, null, problems);
    }

    /** Exactly these hook modules. */
    public static ModuleCatalog of(Collection<? extends HookModule> hooks) {
        List<String> problems = new ArrayList<>();
        ModuleShelf<HookModule> shelf =
                ModuleShelf.of("hook", hooks, HookModule::name, ModuleCatalog::settings, problems);
        return new ModuleCatalog(shelf, null, problems);
    }

    /** The same hook modules, for a host that runs an agent too: bundles are then checked against its modules. */
    public ModuleCatalog withAgent(AgentModules modules, Collection<String> moreProblems) {
        List<String> all = new ArrayList<>(problems);
        all.addAll(moreProblems);
        return new ModuleCatalog(hooks, modules, all);
    }

    /** The same hook modules, and only the shape of what an agent would know is checked. */
    ModuleCatalog withoutAgent() {
        return new ModuleCatalog(hooks, null, problems);
    }

    /** The hook modules in alphabetical order. */
    public List<HookModule> hooks() {
        return hooks.all();
    }

    /**
     * The hook module of that name.
     *
     * @throws ModuleException if there is none
     */
    public HookModule hook(String name) {
        return hooks.module(name);
    }

    /** What is installed and cannot be used, and why. */
    public List<String> problems() {
        return problems;
    }

    /** What the host's agent knows; null where there is no agent. */
    public @Nullable AgentModules agent() {
        return agent;
    }

    /** The names of a kind with their settings; null where this host cannot know them, and only their shape is checked. */
    @Nullable
    Map<String, ModuleSettings> settings(ModuleKind kind) {
        if (kind == ModuleKind.HOOK) {
            return hooks.settings();
        }
        return agent == null ? null : agent.settings(kind);
    }

    ModuleSettings hookSettings(String module) {
        return hooks.settings().getOrDefault(module, ModuleSettings.NONE);
    }

    /** The bundle with the default of every setting that it leaves out: all that is in force. */
    public Bundle withDefaults(Bundle bundle) {
        SectionValues session = bundle.session();
        return new Bundle(
                bundle.at(),
                bundle.name(),
                bundle.version(),
                bundle.description(),
                session.with(SessionKeys.CONTEXT, withDefaults(ModuleKind.CONTEXT, session.get(SessionKeys.CONTEXT))),
                bundle.providers().stream()
                        .map(it -> withDefaults(ModuleKind.PROVIDER, it))
                        .toList(),
                bundle.tools().stream()
                        .map(it -> withDefaults(ModuleKind.TOOL, it))
                        .toList(),
                bundle.hooks().stream().map(this::withDefaults).toList(),
                bundle.agents(),
                bundle.notices());
    }

    /** The same for one hook. */
    public HookSpec withDefaults(HookSpec hook) {
        EventData settings = inForce(ModuleKind.HOOK, hook.module(), hook.settings());
        return new HookSpec(hook.module(), settings, hook.mounting(), hook.at());
    }

    private ModuleSpec withDefaults(ModuleKind kind, ModuleSpec spec) {
        return new ModuleSpec(spec.module(), inForce(kind, spec.module(), spec.config()), spec.at());
    }

    private EventData inForce(ModuleKind kind, String module, EventData said) {
        Map<String, ModuleSettings> known = settings(kind);
        ModuleSettings settings = known == null ? null : known.get(module);
        return settings == null ? said : settings.inForce(said);
    }

    private static ModuleSettings settings(HookModule module) {
        return new ModuleSettings(module.configKeys(), module.configDefaults(), module.isGuard());
    }
}
