package dev.carabiner.engine.bundle;

import java.util.List;

/**
 * A sub-agent that can be delegated to.
 *
 * @param instructions what it is told first
 * @param tools the names of the tools it may use; empty for those of its parent
 */
public record AgentSpec(String name, String description, String instructions, List<String> tools, Position at) {

    public AgentSpec {
        tools = List.copyOf(tools);
    }
}
