package dev.carabiner.runtime.provider;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import dev.carabiner.event.EventData;
import java.util.List;

/**
 * What a model said.
 *
 * @param text may be empty, if it only wants tools to be run
 * @param stopReason in the provider's own words
 * @param metadata what the provider wants to find with this message when it is given the conversation again
 */
public record ModelAnswer(String text, List<ToolCall> toolCalls, Usage usage, String stopReason, EventData metadata) {

    public ModelAnswer {
        toolCalls = List.copyOf(toolCalls);
    }

    public ModelAnswer(String text, List<ToolCall> toolCalls, Usage usage, String stopReason) {
        this(text, toolCalls, usage, stopReason, EventData.empty());
    }

    public Message message() {
        return Message.assistant(text, toolCalls).withMetadata(metadata);
    }
}
