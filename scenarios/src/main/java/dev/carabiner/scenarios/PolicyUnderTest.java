package dev.carabiner.scenarios;

import dev.carabiner.engine.Engine;
import dev.carabiner.engine.EngineBuilder;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleException;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.BundleLoader;
import dev.carabiner.engine.bundle.BundleProblem;
import dev.carabiner.engine.bundle.ModuleCatalog;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The policy of one scenario: its bundle with what the file says on top, and without an audit log. */
final class PolicyUnderTest {

    private final Scenario scenario;

    PolicyUnderTest(Scenario scenario) {
        this.scenario = scenario;
    }

    /**
     * @throws ScenarioException if the bundle cannot be used; a problem of the scenario's own sections has its place there
     */
    Bundle bundle(ModuleCatalog catalog) {
        try {
            Path directory = scenario.path().toAbsolutePath().normalize().resolveSibling("");
            Bundle loaded = new BundleLoader(catalog).load(files(), scenario.file(), scenario.overlay(), directory);
            return withoutLog(loaded);
        } catch (BundleException e) {
            throw new ScenarioException(e.problems().stream().map(this::problem).toList());
        }
    }

    private @Nullable BundleFiles files() {
        String named = scenario.bundle();
        if (named.isEmpty()) {
            return null;
        }
        boolean isFile = named.contains("/") || named.endsWith(".yaml") || named.endsWith(".yml");
        if (!isFile) {
            return BundleFiles.builtIn(named);
        }
        Path file = scenario.path().toAbsolutePath().resolveSibling(named).normalize();
        if (!Files.isRegularFile(file)) {
            throw new ScenarioException(List.of(
                    new ScenarioProblem(scenario.bundleAt(), "there is no file " + file + "; expected a bundle")));
        }
        return BundleFiles.read(file);
    }

    private ScenarioProblem problem(BundleProblem problem) {
        boolean own = problem.at().file().equals(scenario.file());
        return own
                ? new ScenarioProblem(OverlayPlaces.of(scenario, problem), problem.message())
                : new ScenarioProblem(scenario.bundleAt(), "the bundle cannot be used: " + problem);
    }

    /** With all these tools if the policy brings none: a conversation is about its hooks then. */
    Bundle bundle(ModuleCatalog catalog, List<String> tools) {
        Bundle loaded = bundle(catalog);
        return loaded.tools().isEmpty()
                ? with(
                        loaded,
                        tools.stream()
                                .map(tool -> new ModuleSpec(tool, EventData.empty(), loaded.at()))
                                .toList())
                : loaded;
    }

    /** What would be written elsewhere is not, and nothing is anchored. */
    private static Bundle withoutLog(Bundle it) {
        return with(it, it.tools());
    }

    private static Bundle with(Bundle it, List<ModuleSpec> tools) {
        return new Bundle(
                it.at(),
                it.name(),
                it.version(),
                it.description(),
                it.session().with(SessionKeys.AUDIT, SectionValues.NONE),
                it.providers(),
                tools,
                it.hooks(),
                it.agents(),
                List.of());
    }

    /** An engine to which a case adds what it needs. Warnings are collected. */
    static EngineBuilder engine(ModuleCatalog catalog, TestClock clock, List<String> warnings) {
        return Engine.builder().catalog(catalog).clock(clock).display(message -> warnings.add(message.text()));
    }

    static List<String> newWarnings() {
        return Collections.synchronizedList(new ArrayList<>());
    }
}
