package dev.carabiner.engine.bundle;

import dev.carabiner.event.EventData;

/** A module that a bundle names, with its settings. */
public record ModuleSpec(String module, EventData config, Position at) {}
