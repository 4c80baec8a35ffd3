package dev.carabiner.runtime.offline;

import dev.carabiner.runtime.provider.ModelRequest;

/** What decides on the next answer. */
@FunctionalInterface
interface Script {

    Line next(ModelRequest request);
}
