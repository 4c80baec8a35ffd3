package dev.carabiner.runtime.provider;

import dev.carabiner.event.EventData;

/**
 * A tool as the model is told of it.
 *
 * @param inputSchema JSON Schema of type object
 */
public record ToolSpec(String name, String description, EventData inputSchema) {}
