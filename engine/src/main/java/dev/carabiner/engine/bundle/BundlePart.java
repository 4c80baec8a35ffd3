package dev.carabiner.engine.bundle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one file says, or several merged. Whatever it does not say is null or empty. */
record BundlePart(
        @Nullable String name,
        @Nullable String version,
        @Nullable String description,
        SessionPart session,
        List<ModuleSpec> providers,
        List<ModuleSpec> tools,
        List<HookPart> hooks,
        List<AgentSpec> agents) {

    static final BundlePart EMPTY =
            new BundlePart(null, null, null, SessionPart.EMPTY, List.of(), List.of(), List.of(), List.of());

    /** This one with what a later file says. Its name and version are its own: they are not inherited. */
    BundlePart overlaidWith(BundlePart later) {
        return new BundlePart(
                later.name,
                later.version,
                later.description,
                session.overlaidWith(later.session),
                merged(providers, later.providers, ModuleSpec::module, (old, fresh) -> fresh),
                merged(tools, later.tools, ModuleSpec::module, (old, fresh) -> fresh),
                merged(hooks, later.hooks, HookPart::module, (old, fresh) -> fresh.inPlaceOf(old)),
                merged(agents, later.agents, AgentSpec::name, (old, fresh) -> fresh));
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
