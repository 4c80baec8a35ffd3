package dev.carabiner.runtime.agent;

import dev.carabiner.engine.bundle.AgentSpec;
import dev.carabiner.engine.bundle.Bundle;
import dev.carabiner.engine.bundle.ModuleSpec;
import dev.carabiner.engine.bundle.Position;
import dev.carabiner.engine.bundle.SectionValues;
import dev.carabiner.engine.bundle.SessionKeys;
import dev.carabiner.event.EventData;
import java.util.List;

/** Bundles as tests need them. */
final class Bundles {

    private static final Position HERE = new Position("test.yaml", 1);

    private Bundles() {}

    /** The offline provider, all tools, one sub-agent, no hooks. */
    static Bundle offline() {
        return new Bundle(
                "offline",
                "1",
                SectionValues.NONE
                        .with(SessionKeys.INSTRUCTIONS, "You are an agent in a test.")
                        .with(SessionKeys.MAX_ROUNDS, 20),
                List.of(module("provider-offline")),
                List.of(
                        module("tool-filesystem"),
                        module("tool-search"),
                        module("tool-bash"),
                        module("tool-todo"),
                        module("tool-task")),
                List.of(),
                List.of(new AgentSpec("helper", "helps", "You help.", List.of(), HERE)));
    }

    private static ModuleSpec module(String name) {
        return new ModuleSpec(name, EventData.empty(), HERE);
    }
}
