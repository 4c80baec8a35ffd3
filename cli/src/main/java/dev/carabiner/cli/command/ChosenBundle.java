package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.Trust;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.agent.AgentCatalog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bundle that a run uses, and the files that it came from.
 *
 * @param files those that can be written to; none if it is built in
 */
record ChosenBundle(Bundle bundle, List<Path> files) {

    /** The one that was named; else that of the project here or above, if it is trusted; else the default. */
    static ChosenBundle of(RunOptions options, AgentCatalog catalog, Surroundings here) {
        BundleFiles files = files(options.bundle(), options.directory(), here);
        Bundle bundle = catalog.loader().load(files);
        ChosenBundle chosen = new ChosenBundle(
                withProvider(bundle, options.provider(), options.model(), catalog), onDisk(files, options, here));
        return ForeignFilesOfProject.added(chosen, options, here);
    }

    /** The files' names are relative to the bundle's own directory, wherever this process happens to be. */
    private static List<Path> onDisk(BundleFiles files, RunOptions options, Surroundings here) {
        Path first = options.bundle() == null
                ? Bundles.projectOf(options.directory(), here)
                        .resolve(".carabiner")
                        .resolve("bundle.yaml")
                : here.resolve(Path.of(options.bundle()));
        List<Path> all = new ArrayList<>();
        for (String name : files.texts().keySet()) {
            try {
                all.add(first.toRealPath().resolveSibling(name));
            } catch (IOException e) {
                throw new UncheckedIOException(e); // it was read a moment ago
            }
        }
        return List.copyOf(all);
    }

    /** @param named by the user; null for that of the directory's project, or the default */
    static BundleFiles files(@Nullable String named, Path directory, Surroundings here) {
        if (named != null) {
            return Bundles.named(named, here);
        }
        return switch (Bundles.trust(here).state(Bundles.projectOf(directory, here))) {
            case Trust.NoBundle none -> BundleFiles.builtIn("default");
            case Trust.Trusted trusted -> trusted.files();
            case Trust.Untrusted untrusted ->
                throw CommandException.usage(
                        untrusted.file() + (untrusted.changed() ? " has changed since it was" : " is not")
                                + " trusted, so it is not used. Look at it and decide with 'carabiner trust', or run without it:"
                                + " --bundle default");
        };
    }

    private static Bundle withProvider(
            Bundle bundle, @Nullable String provider, @Nullable String model, AgentCatalog catalog) {
        if (provider == null && model == null) {
            return bundle;
        }
        ModuleSpec chosen = bundle.providers().stream()
                .filter(each -> provider == null || each.module().equals(provider))
                .findFirst()
                .orElseGet(() -> new ModuleSpec(
                        catalog.provider(String.valueOf(provider)).name(),
                        EventData.empty(),
                        new Position("--provider", 1)));
        if (model != null) {
            chosen = new ModuleSpec(chosen.module(), chosen.config().with("model", model), chosen.at());
        }
        return bundle.withProviders(List.of(chosen));
    }
}
