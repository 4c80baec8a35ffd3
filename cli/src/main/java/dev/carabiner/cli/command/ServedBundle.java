package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import dev.carabiner.engine.Engine;
import dev.carabiner.engine.bundle.BundleFiles;
import dev.carabiner.runtime.agent.AgentCatalog;
import org.jspecify.annotations.Nullable;

/**
 * The bundle that a console is served with, as it was read at the start. What its files hold later is not in force, and
 * nobody has trusted it yet.
 */
record ServedBundle(BundleFiles files, Engine engine) implements AutoCloseable {

    /** The bundle that a command works with; see {@link ChosenBundle}. */
    static ServedBundle read(@Nullable String bundle, Surroundings here) {
        AgentCatalog catalog = Bundles.catalog(here);
        BundleFiles files = ChosenBundle.files(bundle, here.directory(), here);
        return new ServedBundle(files, Bundles.engine(catalog.loader().load(files), catalog, here));
    }

    @Override
    public void close() {
        engine.close();
    }
}
