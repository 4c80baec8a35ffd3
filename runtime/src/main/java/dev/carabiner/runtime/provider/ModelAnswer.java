package dev.carabiner.runtime.provider;

import dev.carabiner.context.Message;
import dev.carabiner.context.ToolCall;
import java.util.List;

/**
 * What a model said.
 *
 * @param text may be empty, if it only wants tools to be run
 * @param stopReason in the provider's own words
 */
public record ModelAnswer(String text, List<ToolCall> toolCalls, Usage usage, String stopReason) {

    public ModelAnswer {
        toolCalls = List.copyOf(toolCalls);
    }

    public Message message() {
        return Message.assistant(text, toolCalls);
    }
}
