package dev.carabiner.engine.bundle;

import dev.carabiner.display.Trouble;
import dev.carabiner.event.CarabinerException;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.context.ContextSettings;
import dev.carabiner.runtime.tool.Tool;
import dev.carabiner.guard.path.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads bundles, and takes none with a mistake in it: whatever it names is installed, and every setting fits. */
public final class BundleLoader {

    private static final String DEFAULT_PROVIDER = "provider-offline";

    private final ModuleCatalog catalog;

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

    /** Everything that is wrong with a file and what it includes; nothing if it can be loaded. */
    public List<BundleProblem> check(Path file) {
        return check(BundleFiles.read(file));
    }

    public List<BundleProblem> check(BundleFiles files) {
        List<BundleProblem> problems = new ArrayList<>();
        merged(files, problems);
        return List.copyOf(problems);
    }

    /**
     * What the modules themselves find wrong with their settings. Each is mounted or made once, in a session that nobody
     * uses, and taken away again; providers are left out, since they need keys.
     *
     * @param directory the working directory of that session
     */
    public List<BundleProblem> checkSettings(Bundle bundle, Path directory) {
        return new SettingsTrial(catalog, directory).of(bundle);
    }

    private Bundle merged(BundleFiles files, List<BundleProblem> problems) {
        problems.addAll(files.problems());
        BundlePart merged = BundlePart.EMPTY;
        Position at = new Position("", 1);
        for (BundleFiles.Document document : files.documents()) {
            merged = merged.overlaidWith(DocumentReader.read(document, catalog, problems));
            at = new Position(document.file(), 1);
        }
        if (problems.isEmpty()) {
            requireName(merged, at, problems);
            checkContext(merged.session().context(), problems);
            checkTask(merged, problems);
            checkAgentTools(merged, problems);
        }
        return new Bundle(
                Objects.requireNonNullElse(merged.name(), ""),
                Objects.requireNonNullElse(merged.version(), "0"),
                Objects.requireNonNullElse(merged.description(), ""),
                merged.session().complete(at),
                providers(merged, at, problems),
                merged.tools(),
                merged.hooks().stream().map(HookPart::complete).toList(),
                merged.agents());
    }

    private static void requireName(BundlePart merged, Position at, List<BundleProblem> problems) {
        if (merged.name() == null || merged.name().isBlank()) {
            problems.add(
                    new BundleProblem(at, "the bundle has no name; expected bundle: {name: NAME, version: VERSION}"));
        }
    }

    private List<ModuleSpec> providers(BundlePart merged, Position at, List<BundleProblem> problems) {
        if (!merged.providers().isEmpty()) {
            return merged.providers();
        }
        if (problems.isEmpty() && !catalog.keys(ModuleKind.PROVIDER).containsKey(DEFAULT_PROVIDER)) {
            problems.add(new BundleProblem(at, "the bundle names no provider; expected one under providers"));
        }
        return List.of(new ModuleSpec(DEFAULT_PROVIDER, EventData.empty(), at));
    }

    private static void checkContext(@Nullable ModuleSpec context, List<BundleProblem> problems) {
        if (context == null) {
            return;
        }
        try {
            ContextSettings.from(context.config());
        } catch (IllegalArgumentException | CarabinerException e) {
            problems.add(new BundleProblem(context.at(), "the context cannot be used: " + Trouble.inWords(e)));
        }
    }

    private static void checkTask(BundlePart merged, List<BundleProblem> problems) {
        for (ModuleSpec tool : merged.tools()) {
            if (tool.module().equals(ModuleCatalog.TASK_MODULE)
                    && merged.agents().isEmpty()) {
                problems.add(new BundleProblem(
                        tool.at(),
                        ModuleCatalog.TASK_MODULE
                                + " delegates to agents, and there are none; expected one under agents"));
            }
        }
    }

    /** A tool that no module brings would leave an agent without what its author thinks it has. */
    private void checkAgentTools(BundlePart merged, List<BundleProblem> problems) {
        if (merged.agents().stream().allMatch(agent -> agent.tools().isEmpty())) {
            return;
        }
        SortedSet<String> tools = toolNames(merged.tools(), problems);
        for (AgentSpec agent : merged.agents()) {
            for (String tool : agent.tools()) {
                if (!tools.contains(tool)) {
                    String expected =
                            tools.isEmpty() ? "a tool module under tools" : "one of " + String.join(", ", tools);
                    problems.add(new BundleProblem(
                            agent.at(),
                            "the agent " + NearMiss.quoted(agent.name()) + " has the tool " + NearMiss.quoted(tool)
                                    + ", which no tool module of this bundle brings; expected " + expected
                                    + NearMiss.hint(tool, tools)));
                }
            }
        }
    }

    private SortedSet<String> toolNames(List<ModuleSpec> modules, List<BundleProblem> problems) {
        SortedSet<String> names = new TreeSet<>();
        for (ModuleSpec module : modules) {
            if (module.module().equals(ModuleCatalog.TASK_MODULE)) {
                names.add(ModuleCatalog.TASK_TOOL);
                continue;
            }
            try {
                Workspace here = Workspace.at(Path.of(""));
                for (Tool tool : catalog.tool(module.module()).create(module.config(), here)) {
                    names.add(tool.name());
                }
            } catch (IOException | RuntimeException | LinkageError e) {
                problems.add(new BundleProblem(
                        module.at(),
                        "the tool module " + module.module() + " cannot be used with these settings: "
                                + Trouble.inWords(e)));
            }
        }
        return names;
    }
}
