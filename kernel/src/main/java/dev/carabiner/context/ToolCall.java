package dev.carabiner.context;

import dev.carabiner.event.EventData;
import java.util.Map;
import java.util.Objects;

/** The model's wish to run a tool; the result that answers it carries the same id. */
public record ToolCall(String id, String name, EventData input) {

    public ToolCall {
        Objects.requireNonNull(id, "the id of a tool call");
        Objects.requireNonNull(name, "the name of a tool call");
        Objects.requireNonNull(input, "the input of a tool call");
    }

    /** The same with a deep copy of the map. */
    public ToolCall(String id, String name, Map<String, ?> input) {
        this(id, name, EventData.of(input));
    }
}
