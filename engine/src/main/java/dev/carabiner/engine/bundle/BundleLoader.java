package dev.carabiner.engine.bundle;

import dev.carabiner.engine.yaml.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads bundles, and takes none with a mistake in it: whatever it names is installed, and every setting fits. */
public final class BundleLoader {

    /** The flag by which a setting takes the place of a guard's own. */
    private static final String REPLACE = "replace";

    private final ModuleCatalog catalog;

    /** Reads bundles that name modules of this catalogue. May be used by several threads. */
    public BundleLoader(ModuleCatalog catalog) {
        this.catalog = catalog;
    }

    /**
     * Reads a file and what it includes.
     *
     * @throws BundleException with everything that is wrong with it
     */
    public Bundle load(Path file) {
        return load(BundleFiles.read(file));
    }

    /** One that comes with the program, such as {@code default}. */
    public Bundle builtIn(String name) {
        return load(BundleFiles.builtIn(name));
    }

    /** From files that have been read already; the disk is not looked at again. */
    public Bundle load(BundleFiles files) {
        List<BundleProblem> problems = new ArrayList<>();
        Bundle bundle = merged(files, problems);
        if (!problems.isEmpty()) {
            throw new BundleException(problems);
        }
        return bundle;
    }

    /**
     * A bundle with what another file says on top of it, in the way of a later file; name and version stay its own.
     *
     * @param files null for no bundle: the sections are all there is then
     * @param file what messages call the other file
     * @param overlay the sections {@code session} and {@code hooks} of that file
     * @param directory what names of files in them start from
     * @throws BundleException with everything that is wrong with either
     */
    public Bundle load(@Nullable BundleFiles files, String file, YamlValue.Fields overlay, Path directory) {
        Bundle base = files == null
                ? new Bundle(file, "0", SectionValues.NONE, List.of(), List.of(), List.of(), List.of())
                : load(files);
        List<BundleProblem> problems = new ArrayList<>();
        BundleFiles.Document document =
                new BundleFiles.Document(file, overlay, new RuleFiles(directory, null, Map.of()));
        Bundle over = base.overlaidWith(DocumentReader.read(document, catalog, problems));
        if (!problems.isEmpty()) {
            throw new BundleException(problems);
        }
        return base.with(over.session(), over.hooks(), base.notices());
    }

    /** Everything that is wrong with a file and what it includes; nothing if it can be loaded. */
    public List<BundleProblem> check(Path file) {
        return check(BundleFiles.read(file));
    }

    /** The same for files that have been read already. */
    public List<BundleProblem> check(BundleFiles files) {
        List<BundleProblem> problems = new ArrayList<>();
        merged(files, problems);
        return List.copyOf(problems);
    }

    /** What each file says by itself, in the order in which they are merged. What is wrong with one is left out. */
    public List<Bundle> layers(BundleFiles files) {
        List<Bundle> layers = new ArrayList<>();
        for (BundleFiles.Document document : files.documents()) {
            layers.add(DocumentReader.read(document, catalog, new ArrayList<>()));
        }
        return List.copyOf(layers);
    }

    private Bundle merged(BundleFiles files, List<BundleProblem> problems) {
        problems.addAll(files.problems());
        Bundle bundle = Bundle.EMPTY;
        for (BundleFiles.Document document : files.documents()) {
            bundle = bundle.overlaidWith(DocumentReader.read(document, catalog, problems));
        }
        if (problems.isEmpty() && bundle.name().isBlank()) {
            problems.add(new BundleProblem(
                    bundle.at(), "the bundle has no name; expected bundle: {name: NAME, version: VERSION}"));
        }
        bundle = bundle.withNotices(replacedDefaults(bundle));
        AgentModules agent = catalog.agent();
        if (!problems.isEmpty() || agent == null) {
            return bundle;
        }
        Bundle complete = agent.complete(bundle);
        problems.addAll(agent.check(complete));
        return complete;
    }

    /** What a file of the user's sets otherwise than a guard would have it by itself. */
    private List<BundleProblem> replacedDefaults(Bundle bundle) {
        List<BundleProblem> notices = new ArrayList<>();
        for (HookSpec hook : bundle.hooks()) {
            ModuleSettings known = catalog.hookSettings(hook.module());
            if (known.isGuard() && !hook.at().isBuiltIn()) {
                known.defaults().asMap().forEach((key, usual) -> {
                    Object said = hook.settings().get(key);
                    if (said != null
                            && !said.equals(usual)
                            && !List.of().equals(usual)
                            && !isAdded(known, hook, key, usual)) {
                        notices.add(new BundleProblem(
                                hook.at(), key + " of " + hook.module() + " replaces its default: " + usual));
                    }
                });
            }
        }
        return notices;
    }

    /** Whether a list goes beside the guard's own, which it does unless the bundle says {@code replace}. */
    private static boolean isAdded(ModuleSettings known, HookSpec hook, String key, Object usual) {
        boolean beside = known.defaults().has(REPLACE)
                && !Boolean.TRUE.equals(hook.settings().get(REPLACE));
        return key.equals(REPLACE) || (beside && usual instanceof List<?>);
    }
}
