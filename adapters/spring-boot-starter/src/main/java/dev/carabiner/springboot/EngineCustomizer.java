package dev.carabiner.springboot;

import dev.carabiner.engine.EngineBuilder;

/** A bean that adds to the application's engine before it loads the policy: approval channels, a store, a display. */
@FunctionalInterface
public interface EngineCustomizer {

    /** Called once, in the order of the beans. */
    void customize(EngineBuilder builder);
}
