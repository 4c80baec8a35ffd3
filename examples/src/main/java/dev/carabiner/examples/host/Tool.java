package dev.carabiner.examples.host;

import dev.carabiner.event.EventData;

/** Something the agent can do. Only a {@link ToolRunner} calls it, with an input that was permitted. */
@FunctionalInterface
public interface Tool {

    /** Returns what the model is told. */
    String run(EventData input) throws Exception;
}
