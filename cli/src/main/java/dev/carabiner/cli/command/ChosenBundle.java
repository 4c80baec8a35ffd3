package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.event.EventData;
import dev.carabiner.runtime.bundle.Bundle;
import dev.carabiner.runtime.bundle.BundleFiles;
import dev.carabiner.runtime.bundle.BundleLoader;
import dev.carabiner.runtime.bundle.ModuleCatalog;
import dev.carabiner.runtime.bundle.ModuleSpec;
import dev.carabiner.runtime.bundle.Position;
import dev.carabiner.runtime.bundle.Trust;
import java.nio.file.Files;
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

    /** The one that was named; else the project's, if it is trusted; else the default. */
    static ChosenBundle of(RunOptions options, ModuleCatalog catalog, Surroundings here) {
        BundleFiles files = files(options, here);
        Bundle bundle = new BundleLoader(catalog).load(files);
        List<Path> real = files.texts().keySet().stream()
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
        return new ChosenBundle(withProvider(bundle, options.provider(), options.model(), catalog), real);
    }

    private static BundleFiles files(RunOptions options, Surroundings here) {
        if (options.bundle() != null) {
            return Bundles.named(options.bundle(), here);
        }
        return switch (Bundles.trust(here).state(options.directory())) {
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
            Bundle bundle, @Nullable String provider, @Nullable String model, ModuleCatalog catalog) {
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
        List<ModuleSpec> providers = new ArrayList<>(List.of(chosen));
        return new Bundle(
                bundle.name(),
                bundle.version(),
                bundle.description(),
                bundle.session(),
                providers,
                bundle.tools(),
                bundle.hooks(),
                bundle.agents());
    }
}
