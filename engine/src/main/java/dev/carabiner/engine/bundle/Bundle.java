package dev.carabiner.engine.bundle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * A configuration, read and checked: what it names exists, and every setting has the type that it should have.
 *
 * @param at its own file
 * @param description what it is for, or empty
 * @param session what it says of its sessions: {@link SessionKeys}
 * @param providers the first one is used: one of the last file that names any
 * @param tools of two modules that bring a tool of the same name, the later one's is used
 * @param notices what its user should know about it, although it can be used
 */
public record Bundle(
        Position at,
        String name,
        String version,
        String description,
        SectionValues session,
        List<ModuleSpec> providers,
        List<ModuleSpec> tools,
        List<HookSpec> hooks,
        List<AgentSpec> agents,
        List<BundleProblem> notices) {

    static final Bundle EMPTY = new Bundle("", "", SectionValues.NONE, List.of(), List.of(), List.of(), List.of());

    public Bundle {
        providers = List.copyOf(providers);
        tools = List.copyOf(tools);
        hooks = List.copyOf(hooks);
        agents = List.copyOf(agents);
        notices = List.copyOf(notices);
    }

    /** One that stands in no file. */
    public Bundle(
            String name,
            String version,
            SectionValues session,
            List<ModuleSpec> providers,
            List<ModuleSpec> tools,
            List<HookSpec> hooks,
            List<AgentSpec> agents) {
        this(new Position(name, 1), name, version, "", session, providers, tools, hooks, agents, List.of());
    }

    /** The same with other providers. */
    public Bundle withProviders(List<ModuleSpec> others) {
        return new Bundle(at, name, version, description, session, others, tools, hooks, agents, notices);
    }

    /** The same with one more hook, which comes last. */
    public Bundle withHook(HookSpec hook) {
        List<HookSpec> more = new ArrayList<>(hooks);
        more.add(hook);
        return with(session, more, notices);
    }

    Bundle withNotices(List<BundleProblem> more) {
        return with(session, hooks, more);
    }

    Bundle with(SectionValues newSession, List<HookSpec> newHooks, List<BundleProblem> newNotices) {
        return new Bundle(at, name, version, description, newSession, providers, tools, newHooks, agents, newNotices);
    }

    /** This one with what a later file says. Its name and version are its own: they are not inherited. */
    Bundle overlaidWith(Bundle later) {
        return new Bundle(
                later.at,
                later.name,
                later.version,
                later.description,
                session.overlaidWith(later.session),
                first(later.providers, providers),
                first(later.tools.reversed(), tools.reversed()).reversed(),
                merged(hooks, later.hooks, HookSpec::name, (old, fresh) -> fresh.inPlaceOf(old)),
                merged(agents, later.agents, AgentSpec::name, (old, fresh) -> fresh),
                later.notices);
    }

    /** The ones, and then those of the others that have another name. */
    private static List<ModuleSpec> first(List<ModuleSpec> ones, List<ModuleSpec> others) {
        Map<String, ModuleSpec> byName = new LinkedHashMap<>();
        ones.forEach(it -> byName.put(it.module(), it));
        others.forEach(it -> byName.putIfAbsent(it.module(), it));
        return List.copyOf(byName.values());
    }

    /** What has the same name takes the earlier one's place; the rest follows. */
    private static <T> List<T> merged(
            List<T> earlier, List<T> later, Function<T, String> name, BinaryOperator<T> replacement) {
        Map<String, T> byName = new LinkedHashMap<>();
        earlier.forEach(it -> byName.put(name.apply(it), it));
        later.forEach(it -> byName.merge(name.apply(it), it, replacement));
        return new ArrayList<>(byName.values());
    }
}
