package dev.carabiner.runtime.provider;

import dev.carabiner.context.Message;
import java.util.List;

/** What a model is sent: the conversation so far, and what it may ask to be run. */
public record ModelRequest(List<Message> messages, List<ToolSpec> tools) {

    public ModelRequest {
        messages = List.copyOf(messages);
        tools = List.copyOf(tools);
    }
}
