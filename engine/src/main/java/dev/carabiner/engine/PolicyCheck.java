package dev.carabiner.engine;

import dev.carabiner.engine.PolicyTrial.Mounted;
import dev.carabiner.engine.bundle.AgentModules;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.HookSpec;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues.Said;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.engine.bundle.SettingOrigins;
import dev.carabiner.engine.check.Finding;
import dev.carabiner.engine.check.Finding.Kind;
import dev.carabiner.engine.check.LayerFindings;
import dev.carabiner.engine.check.RuleFindings;
import dev.carabiner.event.EventData;
import dev.carabiner.hook.Action;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds what is wrong with a policy before it is in force, and what is probably not meant. Hooks are mounted in a session
 * that is not used and asked about made-up calls; no tool is run, no human asked, nothing remembered.
 */
public final class PolicyCheck {

    private final ModuleCatalog catalog;
    private final PolicyTrial.Place place;
    private final InstantSource clock;

    /**
     * For the modules of this catalog.
     *
     * @param workingDirectory what hooks resolve relative paths against
     */
    public PolicyCheck(ModuleCatalog catalog, Path workingDirectory) {
        this(catalog, workingDirectory, InstantSource.system());
    }

    PolicyCheck(ModuleCatalog catalog, Path workingDirectory, InstantSource clock) {
        this(catalog, new PolicyTrial.Place(workingDirectory, session -> {}), clock);
    }

    PolicyCheck(ModuleCatalog catalog, PolicyTrial.Place place, InstantSource clock) {
        this.catalog = catalog;
        this.place = place;
        this.clock = clock;
    }

    /** The findings by file and line. If the bundle cannot be loaded, these are all there is to say. */
    public List<Finding> of(BundleFiles files) {
        BundleLoader loader = new BundleLoader(catalog);
        List<BundleProblem> problems = loader.check(files);
        Set<Finding> findings = new LinkedHashSet<>();
        if (problems.isEmpty()) {
            findings.addAll(of(files, loader));
        } else {
            problems.forEach(it -> findings.add(Finding.of(it, Kind.STRUCTURE)));
        }
        return findings.stream().sorted(Finding.ORDER).toList();
    }

    private List<Finding> of(BundleFiles files, BundleLoader loader) {
        Bundle loaded = loader.load(files);
        Bundle bundle = catalog.withDefaults(loaded);
        SettingOrigins origins = SettingOrigins.of(files);
        List<Bundle> layers = loader.layers(files);
        List<Finding> findings = new ArrayList<>();
        for (BundleProblem notice : loaded.notices()) {
            findings.add(Finding.note(
                    notice.at(), Kind.WEAKENED, notice.message(), "leave the setting out to keep the default"));
        }
        AgentModules agent = catalog.agent();
        if (agent != null) {
            agent.checkSettings(loaded, place.directory()).forEach(it -> findings.add(Finding.of(it, Kind.SETTINGS)));
        }
        Said rules = bundle.session().said().get(SessionKeys.RULES);
        Position named = rules == null ? bundle.at() : rules.at();
        findings.addAll(
                RuleFindings.of(bundle.session().get(SessionKeys.RULES), named, place.directory(), clock.instant()));
        List<Finding> changed = new ArrayList<>(LayerFindings.of(layers));
        try (PolicyTrial trial = PolicyTrial.of(bundle, catalog, place, findings)) {
            for (Mounted hook : trial.mounted()) {
                List<Finding> ofHook = new ArrayList<>(new HookFindings(hook, origins, catalog).all());
                ofHook.addAll(weakened(hook, layers, trial.samples(), origins));
                List<String> name = List.of(hook.spec().name());
                changed.stream().filter(it -> it.hooks().equals(name)).forEach(ofHook::add);
                changed.removeIf(it -> it.hooks().equals(name));
                ofHook.forEach(it -> findings.add(it.about(hook.handlers())));
            }
            findings.addAll(changed); // of hooks that could not be mounted
            findings.addAll(new ChainFindings(trial, origins).all());
        }
        return findings;
    }

    /** What a guard stopped with the settings of an earlier file, and lets pass with those in force. */
    private List<Finding> weakened(Mounted hook, List<Bundle> layers, List<EventData> samples, SettingOrigins origins) {
        List<Finding> findings = new ArrayList<>();
        for (Bundle layer : layers) {
            for (HookSpec earlier : layer.hooks()) {
                boolean sameHook = earlier.name().equals(hook.spec().name());
                if (sameHook
                        && !earlier.at().equals(hook.spec().at())
                        && hook.module().isGuarding()) {
                    findings.addAll(compared(earlier, hook, samples, origins));
                }
            }
        }
        return findings;
    }

    private List<Finding> compared(HookSpec earlier, Mounted later, List<EventData> samples, SettingOrigins origins) {
        HookSpec whole = catalog.withDefaults(earlier);
        try (PolicyTrial trial = PolicyTrial.of(whole, catalog, place)) {
            for (Mounted before : trial.mounted()) {
                List<EventData> calls = new ArrayList<>(samples);
                calls.addAll(new PatternProbes(before, origins).examples());
                earlier.canaries().forEach(canary -> calls.add(PolicyTrial.identified(canary.data())));
                for (EventData call : calls) {
                    Action was = before.module().answer("tool:pre", call).action();
                    Action now = later.module().answer("tool:pre", call).action();
                    if (strictness(now) < strictness(was)) {
                        String text = later.spec().name() + " answers " + now.literal() + " to "
                                + call.get("tool_name") + " " + call.get("tool_input") + ", and " + was.literal()
                                + " as " + earlier.at() + " has it";
                        String path = "hooks." + later.spec().name() + ".config";
                        Position at = origins.near(path, later.spec().at());
                        return List.of(Finding.warning(at, Kind.WEAKENED, text, "keep what the earlier file protects"));
                    }
                }
            }
        }
        return List.of();
    }

    private static int strictness(Action action) {
        return switch (action) {
            case DENY -> 2;
            case ASK_USER -> 1;
            default -> 0;
        };
    }
}
