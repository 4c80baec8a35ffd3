package dev.carabiner.engine.bundle;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The policy of a machine: a bundle that comes before all others. Its hooks, rules and limits hold for every session; a
 * bundle can add to them and never weaken them. What else it names, such as tools, is of no account.
 */
public final class ManagedPolicy {

    /** Where it is. Only root may have written it. */
    public static final Path PLACE = Path.of("/etc/carabiner/policy.yaml");

    /** The system property that names another file for it. It counts only on a machine that has no policy. */
    public static final String PROPERTY = "carabiner.policy";

    private final @Nullable Path file;
    private final boolean rootOnly;

    private ManagedPolicy(@Nullable Path file, boolean rootOnly) {
        this.file = file;
        this.rootOnly = rootOnly;
    }

    /** No policy, for a machine that has none. */
    public static ManagedPolicy none() {
        return new ManagedPolicy(null, false);
    }

    /** The policy of this machine, or none. Nothing is read yet. */
    public static ManagedPolicy installed() {
        String named = System.getProperty(PROPERTY, "");
        if (isThere(PLACE)) {
            return new ManagedPolicy(PLACE, true);
        }
        return named.isEmpty() ? none() : at(Path.of(named));
    }

    /** A policy in a file that the host has chosen, whatever user owns it. It holds even if the file is missing: nothing begins. */
    public static ManagedPolicy at(Path file) {
        return new ManagedPolicy(file, false);
    }

    /** The same for a file that only root may have written. */
    static ManagedPolicy ofRoot(Path file) {
        return isThere(file) ? new ManagedPolicy(file, true) : none();
    }

    /** One that cannot be looked for may be there. */
    private static boolean isThere(Path file) {
        return !Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
    }

    /** Its file; null if there is no policy. */
    public @Nullable Path file() {
        return file;
    }

    /**
     * What is in force of a bundle under this policy. What the bundle wanted and does not get is among its notices.
     *
     * @throws BundleException if the policy cannot be read, names what is not installed, or others could have written it
     */
    public Held over(Bundle bundle, ModuleCatalog catalog) {
        if (file == null) {
            return new Held(bundle, Set.of(), List.of());
        }
        Bundle policy = load(file, catalog);
        List<BundleProblem> notices = new ArrayList<>(bundle.notices());
        List<HookSpec> hooks = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (HookSpec hook : policy.hooks()) {
            names.add(hook.name());
            hooks.add(bundle.hooks().stream()
                    .filter(it -> it.name().equals(hook.name()))
                    .findFirst()
                    .map(wanted -> hook.heldAgainst(wanted, notices))
                    .orElse(hook));
        }
        bundle.hooks().stream().filter(it -> !names.contains(it.name())).forEach(hooks::add);
        SectionValues session = bundle.session().heldBy(policy.session(), "session", notices);
        Bundle held = bundle.with(session, hooks, notices);
        return new Held(held, names, policy.session().get(SessionKeys.RULES));
    }

    /**
     * A bundle under a policy.
     *
     * @param hooks the names of the hooks that the policy mounts
     * @param rules the policy's own rule files
     */
    public record Held(Bundle bundle, Set<String> hooks, List<RuleFile> rules) {}

    private Bundle load(Path place, ModuleCatalog catalog) {
        BundleFiles files = BundleFiles.read(place);
        Bundle policy = new BundleLoader(catalog.withoutAgent()).load(files);
        List<BundleProblem> problems = new ArrayList<>();
        RootFiles owned = new RootFiles(policy.at(), rootOnly, problems);
        owned.check(place);
        files.texts().keySet().forEach(name -> owned.check(place.resolveSibling(name)));
        policy.session().get(SessionKeys.RULES).forEach(rules -> owned.check(rules.path()));
        if (!problems.isEmpty()) {
            throw new BundleException(problems);
        }
        return policy;
    }
}
