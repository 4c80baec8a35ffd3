package dev.carabiner.runtime.tool;

import dev.carabiner.event.EventData;
import dev.carabiner.runtime.provider.ToolSpec;
import dev.carabiner.session.ToolResult;

/** Something an agent can do. Only a {@link ToolBox} runs it, and only with an input that was permitted. */
public interface Tool {

    /** The name by which the model calls it, as in {@code Read}; unique in a session. */
    String name();

    /** For the model. */
    String description();

    /** JSON Schema of type object. What does not fit it never gets as far as {@code tool:pre}. */
    EventData inputSchema();

    /** Whether it may run beside others of its kind: it changes nothing, or what it changes is its own. */
    default boolean parallel() {
        return false;
    }

    /**
     * The same input with paths that lead through links replaced by where they lead now. It is what hooks judge and humans see,
     * so that a link which is changed afterwards does not change which file is meant. Reads the file system; throws nothing.
     */
    default EventData settled(EventData input) {
        return input;
    }

    /**
     * Does it, and waits. An interruption ends it, with all that it has started.
     *
     * @throws Exception if it could not be done; the message is for the model
     */
    ToolResult run(EventData input, ToolRun run) throws Exception;

    /** What a model is told of it: name, description and schema of the input. */
    default ToolSpec spec() {
        return new ToolSpec(name(), description(), inputSchema());
    }
}
