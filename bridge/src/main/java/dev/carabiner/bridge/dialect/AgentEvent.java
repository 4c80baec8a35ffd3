package dev.carabiner.bridge.dialect;

import dev.carabiner.event.EventData;

/**
 * An event of another agent in the words of this one.
 *
 * @param row which event of theirs it is, and which here
 * @param data as the events here have them; what no table knows is kept under the agent's own names
 * @param session the agent's id of its session; empty if it has none
 * @param directory where the agent works; empty if it does not say
 */
public record AgentEvent(EventRow row, EventData data, String session, String directory) {

    /** The tool's name here; empty if it is about none. */
    public String tool() {
        return data.get("tool_name") instanceof String name ? name : "";
    }

    /** The tool's input as it is here; empty if there is none. */
    public EventData input() {
        EventData input = data.get("tool_input") instanceof java.util.Map ? data.object("tool_input") : null;
        return input == null ? EventData.empty() : input;
    }
}
