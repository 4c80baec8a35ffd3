package dev.carabiner.bench;

import org.jspecify.annotations.Nullable;

/** A framework with its handlers registered and its event built: all that is left to do is the emit. */
@FunctionalInterface
interface Emitter {
    @Nullable
    Object emit();
}
