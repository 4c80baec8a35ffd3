package dev.carabiner.cli.command;

import dev.carabiner.cli.terminal.Surroundings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command about the requests and rules that are kept: opens their store, does its work, closes it. */
abstract class StoreCommand implements Callable<Integer> {

    final Surroundings here;

    @Mixin
    private StoreOptions options = new StoreOptions();

    StoreCommand(Surroundings here) {
        this.here = here;
    }

    @Override
    public final Integer call() throws Exception {
        try (SharedStore store = options.open(here)) {
            return run(store);
        }
    }

    /** Returns the exit code. */
    abstract int run(SharedStore store) throws Exception;
}
